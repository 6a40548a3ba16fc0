import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { mails, messageChoices, users } from "@/db/schema";
import { choiceInEffect, chooseMessages, listChoices } from "@/lib/domain/mail/choose-messages";
import { handleReport } from "@/lib/domain/mail/handle-report";
import { forgetOldMails } from "@/lib/domain/mail/outbox";
import { chooseMessagesSchema } from "@/lib/domain/mail/schema";
import { writeMail } from "@/lib/domain/mail/write";
import { openSession } from "@/lib/domain/sessions/open-session";
import { findViewerBySession } from "@/lib/domain/sessions/queries";
import { now, setClock } from "@/lib/ground/clock";
import { CHOOSABLE_KINDS, MAIL_KIND_NAMES } from "@/lib/ground/mail-kinds";
import { mailIdIn, messageIdOf } from "@/lib/mail/message-id";
import { readUnsubscribe, unsubscribeAddress } from "@/lib/mail/unsubscribe";
import { openBooks } from "../support/books";
import { notificationsOf, start, tell, userRow } from "../support/giving";
import { Inbox, mailsOf, sendOutbox } from "../support/outbox";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();
const DAY_MS = 24 * 60 * 60_000;

afterEach(async () => {
  await database.db.delete(mails);
});

/** A gift that reaches the goal, credited; `before` runs when everybody is there. */
async function give(before: (ownerId: string) => Promise<unknown> = async () => undefined) {
  const [owner, donor] = [await addPerson(database.db), await addPerson(database.db)];
  const request = await addRequest(database.db, owner, { goal: 2_500 });
  await before(owner.id);
  const given = await start(context, donor, request, "25.00");
  card.pay(given.paymentId);
  await tell(context, given.paymentId);
  return { owner, donor };
}

/** What a person's own mail was sent about. */
async function sentTo({ email }: { email: string }): Promise<(string | undefined)[]> {
  const inbox = new Inbox();
  await sendOutbox(database.db, inbox);
  return inbox.to(email).map(({ headers }) => headers["X-Steuntje-Kind"]);
}

const of = async (userId: string, kind: string) =>
  (await listChoices(database.db, userId)).find((each) => each.kind === kind);

describe("what a person chooses about messages", () => {
  it("is the defaults until they choose, and what they did not change stays the default", async () => {
    const person = await addPerson(database.db);
    expect((await listChoices(database.db, person.id)).map(({ kind }) => kind)).toEqual(CHOOSABLE_KINDS);
    expect(await of(person.id, "gift_received")).toMatchObject({ inApp: true, push: true, mail: "now" });
    await chooseMessages(database.db, person.id, { kind: "gift_received", mail: "weekly" });
    await chooseMessages(database.db, person.id, { kind: "gift_received", push: false });
    expect(await of(person.id, "gift_received")).toMatchObject({ inApp: true, push: false, mail: "weekly" });
    expect(await of(person.id, "goal_reached")).toMatchObject({ inApp: true, push: true, mail: "now" });
  });

  it("changes of one kind at the same time are all stored", async () => {
    const person = await addPerson(database.db);
    await Promise.all([
      chooseMessages(database.db, person.id, { kind: "gift_received", mail: "off" }),
      chooseMessages(database.db, person.id, { kind: "gift_received", push: false }),
      chooseMessages(database.db, person.id, { kind: "gift_received", inApp: false }),
    ]);
    expect(await of(person.id, "gift_received")).toMatchObject({ inApp: false, push: false, mail: "off" });
  });

  it.each([
    { kind: "gift_receipt", mail: "off" },
    { kind: "reset_password", mail: "off" },
    { kind: "gifts_received", mail: "off" },
    { kind: "goal_reached", mail: "weekly" },
    { kind: "gift_failed", mail: "off" },
    { kind: "weekly_digest", push: false },
    { kind: "subscription_ending", inApp: false },
    { kind: "gift_received", mail: "hourly" },
    { kind: "gift_received" },
  ])("cannot be $kind $mail", (input) => {
    expect(chooseMessagesSchema.safeParse(input).success).toBe(false);
  });

  it("account messages and receipts have no choice", () => {
    const fixed = MAIL_KIND_NAMES.filter((kind) => !CHOOSABLE_KINDS.some((each) => each === kind));
    expect(fixed).toEqual(expect.arrayContaining(["reset_password", "new_sign_in", "gift_receipt"]));
  });

  it("is judged when a message is sent", async () => {
    const { owner } = await give();
    await chooseMessages(database.db, owner.id, { kind: "gift_received", mail: "off" });
    expect(await sentTo(owner)).not.toContain("gift_received");
    await chooseMessages(database.db, owner.id, { kind: "gift_received", mail: "now" });
    const { owner: another } = await give();
    expect(await sentTo(another)).toContain("gift_received");
  });

  it("decides which notifications are written", async () => {
    const typesFor = async (off: ("gift_received" | "goal_reached")[]) => {
      const { owner } = await give(async (ownerId) => {
        for (const kind of off) await chooseMessages(database.db, ownerId, { kind, inApp: false });
      });
      return (await notificationsOf(database.db, owner.id)).map(({ type }) => type).sort();
    };
    expect(await typesFor([])).toEqual(["donation", "goal_completed"]);
    expect(await typesFor(["gift_received"])).toEqual(["goal_completed"]);
    expect(await typesFor(["goal_reached"])).toEqual(["donation"]);
    expect(await typesFor(["gift_received", "goal_reached"])).toEqual([]);
  });

  it("leaves notifications alone where only mail was switched off", async () => {
    const { owner } = await give((ownerId) =>
      chooseMessages(database.db, ownerId, { kind: "gift_received", mail: "off", push: false }),
    );
    expect(await notificationsOf(database.db, owner.id)).toHaveLength(2);
  });

  it("is not stored for an erased account", async () => {
    const { id } = await addPerson(database.db);
    const gone = { username: id, email: `erased:${id}`, name: "", erasedAt: now() };
    await database.db
      .update(users)
      .set({ ...gone, paymentMethod: null, paypalEmail: null })
      .where(eq(users.id, id));
    await chooseMessages(database.db, id, { kind: "gift_received", mail: "off" });
    expect(await database.db.$count(messageChoices, eq(messageChoices.userId, id))).toBe(0);
  });
});

describe("the address that unsubscribes", () => {
  const queryOf = (address: string) => new URL(address).searchParams;

  it("says whose mail of which kind, for ever", async () => {
    const person = await addPerson(database.db);
    const address = unsubscribeAddress(person.id, "weekly_digest");
    setClock(() => new Date(now().getTime() + 4_000 * DAY_MS));
    expect(readUnsubscribe(queryOf(address))).toEqual({ userId: person.id, kind: "weekly_digest" });
  });

  it("means nothing once a part of it was changed", async () => {
    const [person, other] = [await addPerson(database.db), await addPerson(database.db)];
    const address = unsubscribeAddress(person.id, "weekly_digest");
    for (const [part, value] of [
      ["person", other.id],
      ["person", "x"],
      ["kind", "gift_received"],
      ["kind", "reset_password"],
      ["kind", "__proto__"],
      ["key", ""],
      ["key", "é"],
      ["key", queryOf(unsubscribeAddress(other.id, "weekly_digest")).get("key") ?? ""],
    ] as const) {
      const query = queryOf(address);
      query.set(part, value);
      expect(readUnsubscribe(query)).toBeNull();
    }
    expect(readUnsubscribe(new URLSearchParams())).toBeNull();
  });
});

describe("a report about a message", () => {
  async function sent() {
    const { donor } = await give();
    await sendOutbox(database.db);
    const [mail] = await mailsOf(database.db, donor.id);
    const mailId = mailIdIn(messageIdOf(mail?.id ?? "")) ?? "";
    return { donor, mailId };
  }
  const report = (kind: "bounce" | "complaint", mailId: string) =>
    handleReport(database.db, { kind, mailId, at: now() });

  async function viewerOf(userId: string) {
    const { token } = await openSession(database.db, userId, { replaces: null });
    return findViewerBySession(database.db, token);
  }

  it("of a bounce makes the address unproven, and the person is told in the application", async () => {
    const { donor, mailId } = await sent();
    await database.db.update(users).set({ emailVerified: now() }).where(eq(users.id, donor.id));
    expect((await viewerOf(donor.id))?.refusesMail).toBe(false);
    expect(await report("bounce", mailId)).toBe("bounced");
    expect(await userRow(database.db, donor.id)).toMatchObject({ emailVerified: null });
    expect((await viewerOf(donor.id))?.refusesMail).toBe(true);
  });

  it("of a bounce says nothing of an address that the account has now", async () => {
    const { donor, mailId } = await sent();
    const email = `new-${donor.email}`;
    await database.db.update(users).set({ email, emailVerified: now() }).where(eq(users.id, donor.id));
    expect(await report("bounce", mailId)).toBe("bounced");
    expect(await userRow(database.db, donor.id)).toMatchObject({ emailBouncedAt: null });
    expect((await userRow(database.db, donor.id)).emailVerified).not.toBeNull();
  });

  it("of a complaint silences news only, until the person wants them again", async () => {
    const { donor, mailId } = await sent();
    expect(await report("complaint", mailId)).toBe("silenced");
    const { newsSilencedAt } = await userRow(database.db, donor.id);
    expect(newsSilencedAt).not.toBeNull();
    setClock(() => new Date(Date.now() + DAY_MS));
    expect(await report("complaint", mailId)).toBe("silenced");
    expect(await userRow(database.db, donor.id)).toMatchObject({ newsSilencedAt });
    expect(await of(donor.id, "weekly_digest")).toMatchObject({ mail: "off" });
    expect(await of(donor.id, "gift_received")).toMatchObject({ mail: "now" });

    await chooseMessages(database.db, donor.id, { kind: "gift_received", mail: "daily" });
    expect(await choiceInEffect(database.db, donor.id, "weekly_digest")).toMatchObject({ mail: "off" });
    await chooseMessages(database.db, donor.id, { kind: "weekly_digest", mail: "weekly" });
    expect(await choiceInEffect(database.db, donor.id, "weekly_digest")).toMatchObject({ mail: "weekly" });
    expect(await userRow(database.db, donor.id)).toMatchObject({ newsSilencedAt: null });
  });

  it("of a message that we did not send is ignored", async () => {
    expect(await report("bounce", randomUUID())).toBe("unknown");
    const { donor } = await give();
    const [waiting] = await mailsOf(database.db, donor.id);
    expect(await report("bounce", waiting?.id ?? "")).toBe("unknown");
    expect(await userRow(database.db, donor.id)).toMatchObject({ emailBouncedAt: null });
  });

  it.each([
    "<x@localhost>",
    `<${randomUUID()}@elsewhere.example>`,
    `${randomUUID()}@localhost`,
    `<${randomUUID()}@localhost> `,
    "",
  ])("is not ours by its id %j", (messageId) => {
    expect(mailIdIn(messageId)).toBeNull();
  });
});

describe("what is kept of a message", () => {
  it("30 days later its address and text are gone, and the row stays", async () => {
    const { donor } = await give();
    await database.db.transaction((tx) =>
      writeMail(tx, {
        kind: "new_sign_in",
        cause: "session",
        userId: donor.id,
        at: now(),
        data: { device: "Firefox" },
        address: "old@example.org",
      }),
    );
    await sendOutbox(database.db);
    const waiting = await give();
    const kept = async () =>
      (await mailsOf(database.db, donor.id)).map(({ kind, address, data }) => ({ kind, address, data }));
    const at = Date.now();
    setClock(() => new Date(at + 30 * DAY_MS - 60_000));
    await forgetOldMails(database.db);
    const [first, second] = await kept();
    expect([first?.address, second?.address].sort()).toEqual([donor.email, "old@example.org"].sort());
    setClock(() => new Date(at + 30 * DAY_MS + 60_000));
    await forgetOldMails(database.db);
    expect(await kept()).toEqual([
      { kind: "gift_receipt", address: null, data: null },
      { kind: "new_sign_in", address: null, data: null },
    ]);
    expect((await mailsOf(database.db, donor.id)).map(({ state }) => state)).not.toContain("due");
    expect(await mailsOf(database.db, waiting.donor.id)).toMatchObject([{ state: "due" }]);
  });
});
