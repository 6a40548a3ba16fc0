import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { findConcerns } from "@/db/checks";
import { mails } from "@/db/schema";
import { countDue } from "@/lib/domain/messages/outbox";
import { writeMail } from "@/lib/domain/messages/write-messages";
import { listMessages, resendMessages, showMessage } from "@/lib/domain/operator/messages";
import { listAudit } from "@/lib/domain/operator/queries";
import { Refusal } from "@/lib/domain/operator/types";
import { exportData } from "@/lib/domain/privacy/export-data";
import { now, setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import type { MailKind } from "@/lib/ground/mail-kinds";
import { MailRefused } from "@/lib/providers/smtp/transport";
import { openBooks } from "../support/books";
import { start, tell } from "../support/donating";
import { Inbox, mailsOf, sendOutbox } from "../support/outbox";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();
const operator = { name: "ines" };
const reason = "the mail server was misconfigured";

afterEach(async () => {
  await database.db.delete(mails);
});

const refusing = () => {
  const inbox = new Inbox();
  inbox.refuse = () => new MailRefused("DATA 554 5.7.1 policy", false);
  return inbox;
};

/** A receipt and the requester's message, both refused for good. */
async function failed() {
  const owner = await addPerson(database.db);
  const donor = await addPerson(database.db);
  const request = await addRequest(database.db, owner);
  const given = await start(context, donor, request, "25");
  card.pay(given.paymentId);
  await tell(context, given.paymentId);
  await sendOutbox(database.db, refusing());
  const [receipt] = await mailsOf(database.db, donor.id);
  return { donor, owner, id: receipt?.id ?? "" };
}

async function write(kind: MailKind, dueAt: Date, changes: Partial<typeof mails.$inferInsert> = {}) {
  const person = await addPerson(database.db);
  const cause = randomUUID();
  await database.db.transaction((tx) => writeMail(tx, { kind, cause, userId: person.id, at: dueAt }));
  const set = { dueAt, ...changes };
  const [row] = await database.db.update(mails).set(set).where(eq(mails.cause, cause)).returning();
  return row?.id ?? "";
}

const resend = (id: string | null) => resendMessages(database.db, operator, { id, reason });
const stateOf = async (id: string) => (await showMessage(database.db, id)).state;

describe("the outbox, as operators see it", () => {
  it("shows what waits by stream and kind with the oldest, and what failed with why", async () => {
    const old = new Date(now().getTime() - 3_600_000);
    const { id, donor } = await failed();
    await write("donation_receipt", now(), { attempts: 2 });
    const { waiting, failed: dead } = await listMessages(database.db, 50);
    expect(waiting.map(({ kind, messages, retried }) => [kind, messages, retried])).toEqual([
      ["donation_receipt", 1, 1],
    ]);
    expect(dead.find((each) => each.id === id)).toMatchObject({
      kind: "donation_receipt",
      personId: donor.id,
      attempts: 1,
      reason: "MailRefused: DATA 554 5.7.1 policy",
    });
    expect(JSON.stringify({ waiting, dead })).not.toContain(donor.email);
    await write("weekly_digest", now());
    await write("reset_password", now());
    await write("reset_password", old);
    expect((await listMessages(database.db, 50)).waiting).toMatchObject([
      { stream: "account", kind: "reset_password", messages: 2, oldest: old },
      { stream: "money", kind: "donation_receipt" },
      { stream: "news", kind: "weekly_digest" },
    ]);
    expect(await countDue(database.db, now())).toEqual(
      new Map([
        ["account", 2],
        ["money", 1],
        ["news", 1],
      ]),
    );
  });

  it("sends a failed message again, once, and the audit says who and why", async () => {
    const { id, donor } = await failed();
    expect((await resend(id)).resent).toMatchObject([{ id }]);
    await expect(resend(id)).rejects.toThrow("it is due");
    const inbox = new Inbox();
    await sendOutbox(database.db, inbox);
    expect(inbox.to(donor.email)).toHaveLength(1);
    expect(await stateOf(id)).toBe("sent");
    await expect(resend(id)).rejects.toThrow("it is sent");
    const entry = { action: "resend_mail", subject: "mail", operator: "ines", reason };
    expect(await listAudit(database.db, { subjectId: id, limit: 5 })).toMatchObject([entry]);
    const { json } = await exportData(database.db, donor);
    expect(await text(json)).toContain('"resend_mail"');
  });

  it("starts a message that is sent again with all its attempts", async () => {
    const { id } = await failed();
    await database.db.update(mails).set({ attempts: 9 }).where(eq(mails.id, id));
    await resend(id);
    const inbox = new Inbox();
    inbox.refuse = () => new Error("connect ECONNREFUSED");
    await sendOutbox(database.db, inbox);
    expect(await showMessage(database.db, id)).toMatchObject({ state: "due", attempts: 1 });
  });

  it("never sends a link again whose token is gone, and says so", async () => {
    const id = await write("reset_password", now(), { state: "failed", finishedAt: now() });
    await expect(resend(id)).rejects.toThrow("its link was deleted");
    const { id: receipt } = await failed();
    const { resent, left } = await resend(null);
    expect(left).toMatchObject([{ id }]);
    expect(resent.map((each) => each.id)).toContain(receipt);
    expect(resent).toHaveLength(2);
    expect(await stateOf(id)).toBe("failed");
    expect(await listAudit(database.db, { subjectId: id, limit: 5 })).toEqual([]);
  });

  it("does not send again what was forgotten", async () => {
    const { id } = await failed();
    setClock(() => new Date(Date.now() + 30 * DAY + 60_000));
    await expect(resend(id)).rejects.toThrow("deleted 30 days after it failed");
    expect(await resend(null)).toEqual({ resent: [], left: [] });
  });

  it.each([randomUUID(), "emma", ""])("knows no message %j", async (id) => {
    await expect(showMessage(database.db, id)).rejects.toThrow(Refusal);
    await expect(resend(id)).rejects.toThrow(Refusal);
  });
});

describe("the concerns of doctor", () => {
  const concerns = async () =>
    (await findConcerns(database.db, now())).map(({ check, rows }) => [
      check.split(":")[0],
      rows.map(({ kind, messages }) => `${kind} ${messages}`),
    ]);
  const ago = (ms: number) => new Date(now().getTime() - ms);

  it("are messages that wait for more than ten minutes", async () => {
    await write("donation_receipt", ago(9 * 60_000));
    await write("donation_receipt", new Date(now().getTime() + DAY));
    expect(await concerns()).toEqual([]);
    await write("donation_receipt", ago(11 * 60_000));
    await write("reset_password", ago(11 * 60_000), { state: "sending", claimedAt: ago(11 * 60_000) });
    expect(await concerns()).toEqual([
      ["messages wait for more than ten minutes", ["reset_password 1", "donation_receipt 1"]],
    ]);
  });

  it("are dead letters of the last seven days", async () => {
    await write("donation_receipt", ago(9 * DAY), { state: "failed", finishedAt: ago(8 * DAY) });
    await write("donation_receipt", ago(9 * DAY), { state: "suppressed", finishedAt: now() });
    expect(await concerns()).toEqual([]);
    await write("donation_receipt", ago(9 * DAY), { state: "failed", finishedAt: ago(6 * DAY) });
    await write("donation_receipt", ago(2 * DAY), { state: "failed", finishedAt: now() });
    expect(await concerns()).toEqual([["dead letters", ["donation_receipt 2"]]]);
  });
});
