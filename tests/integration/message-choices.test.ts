import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { mails, messageChoices, users } from "@/db/schema";
import { mailIdIn, messageIdOf } from "@/lib/delivery/message-id";
import { readUnsubscribe, unsubscribeAddress, unsubscribeToken } from "@/lib/delivery/unsubscribe";
import { choiceInEffect, choiceOf, chooseMessages, listChoices } from "@/lib/domain/messages/choose-messages";
import { handleReport } from "@/lib/domain/messages/handle-report";
import { forgetOldMails } from "@/lib/domain/messages/outbox";
import { chooseMessagesSchema } from "@/lib/domain/messages/schema";
import { writeMail } from "@/lib/domain/messages/write-messages";
import { openSession } from "@/lib/domain/sessions/open-session";
import { findViewerBySession } from "@/lib/domain/sessions/queries";
import { now, setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { CHOICE_KINDS, choosable, MAIL_KIND_NAMES, mailKind } from "@/lib/ground/mail-kinds";
import { openBooks } from "../support/books";
import { notificationsOf, start, tell, userRow } from "../support/donating";
import { Inbox, mailsOf, sendOutbox } from "../support/outbox";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();

afterEach(async () => {
  await database.db.delete(mails);
});

/** A donation that reaches the goal, credited; `before` runs when everybody is there. */
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
  (await listChoices(database.db, userId)).find((each) => each.kind === kind)?.channels;

describe("what a person chooses about messages", () => {
  it("is the defaults until they choose, and what they did not change stays the default", async () => {
    const person = await addPerson(database.db);
    expect((await listChoices(database.db, person.id)).map(({ kind }) => kind)).toEqual(CHOICE_KINDS);
    expect(await of(person.id, "gift_received")).toEqual({ app: "on", push: "on", mail: "now" });
    await chooseMessages(database.db, person.id, { kind: "gift_received", channel: "mail", value: "weekly" });
    await chooseMessages(database.db, person.id, { kind: "gift_received", channel: "push", value: "off" });
    expect(await of(person.id, "gift_received")).toEqual({ app: "on", push: "off", mail: "weekly" });
    expect(await of(person.id, "goal_reached")).toEqual({ app: "on", push: "on", mail: "now" });
    expect(await of(person.id, "gift_failed")).toEqual({ app: null, push: "on", mail: null });
  });

  it("changes of one kind at the same time are all stored", async () => {
    const person = await addPerson(database.db);
    await Promise.all([
      chooseMessages(database.db, person.id, { kind: "gift_received", channel: "mail", value: "off" }),
      chooseMessages(database.db, person.id, { kind: "gift_received", channel: "push", value: "off" }),
      chooseMessages(database.db, person.id, { kind: "gift_received", channel: "app", value: "off" }),
    ]);
    expect(await of(person.id, "gift_received")).toEqual({ app: "off", push: "off", mail: "off" });
  });

  it.each([
    { kind: "donation_receipt", channel: "mail", value: "off" },
    { kind: "reset_password", channel: "mail", value: "off" },
    { kind: "donations_received", channel: "mail", value: "off" },
    { kind: "__proto__", channel: "mail", value: "off" },
    { kind: "goal_reached", channel: "mail", value: "weekly" },
    { kind: "goal_reached", channel: "mail", value: "on" },
    { kind: "goal_reached", channel: "push", value: "now" },
    { kind: "gift_failed", channel: "mail", value: "off" },
    { kind: "digest", channel: "push", value: "off" },
    { kind: "renewal", channel: "app", value: "off" },
    { kind: "gift_received", channel: "mail", value: "hourly" },
    { kind: "gift_received", channel: "post", value: "off" },
    { kind: "gift_received" },
  ])("cannot be $kind $channel $value", (input) => {
    expect(chooseMessagesSchema.safeParse(input).success).toBe(false);
  });

  it("account messages and receipts have no choice", () => {
    const fixed = MAIL_KIND_NAMES.filter((kind) => !mailKind(kind).choice);
    expect(fixed).toEqual(expect.arrayContaining(["reset_password", "new_sign_in", "donation_receipt"]));
    expect(fixed).toEqual(
      expect.arrayContaining(MAIL_KIND_NAMES.filter((kind) => mailKind(kind).stream === "account")),
    );
  });

  it("has the stream and the push of each message that it decides about", () => {
    for (const kind of MAIL_KIND_NAMES) {
      const { choice, stream, push } = mailKind(kind);
      if (!choice) expect([kind, push]).toEqual([kind, undefined]);
      else expect([kind, choosable(choice).stream]).toEqual([kind, stream]);
      if (choice && push) expect([kind, choosable(choice).push]).toEqual([kind, true]);
    }
  });

  it("of a renewal decides about its end, and not about the mail that it failed", async () => {
    const { id } = await addPerson(database.db);
    await chooseMessages(database.db, id, { kind: "renewal", channel: "mail", value: "off" });
    await chooseMessages(database.db, id, { kind: "renewal", channel: "push", value: "off" });
    expect(await choiceOf(database.db, id, "subscription_ending")).toMatchObject({
      mail: "off",
      push: false,
    });
    expect(await choiceOf(database.db, id, "renewal_failed")).toMatchObject({ mail: "now", push: false });
    expect(await choiceOf(database.db, id, "renewal_receipt")).toMatchObject({ mail: "now" });
  });

  it("is judged when a message is sent", async () => {
    const { owner } = await give();
    await chooseMessages(database.db, owner.id, { kind: "gift_received", channel: "mail", value: "off" });
    expect(await sentTo(owner)).not.toContain("donation_received");
    await chooseMessages(database.db, owner.id, { kind: "gift_received", channel: "mail", value: "now" });
    const { owner: another } = await give();
    expect(await sentTo(another)).toContain("donation_received");
  });

  it("decides which notifications are written", async () => {
    const typesFor = async (off: ("gift_received" | "goal_reached")[]) => {
      const { owner } = await give(async (ownerId) => {
        for (const kind of off)
          await chooseMessages(database.db, ownerId, { kind, channel: "app", value: "off" });
      });
      return (await notificationsOf(database.db, owner.id)).map(({ type }) => type).sort();
    };
    expect(await typesFor([])).toEqual(["donation", "goal_completed"]);
    expect(await typesFor(["gift_received"])).toEqual(["goal_completed"]);
    expect(await typesFor(["goal_reached"])).toEqual(["donation"]);
    expect(await typesFor(["gift_received", "goal_reached"])).toEqual([]);
  });

  it("leaves notifications alone where only mail was switched off", async () => {
    const { owner } = await give(async (ownerId) => {
      for (const channel of ["mail", "push"] as const)
        await chooseMessages(database.db, ownerId, { kind: "gift_received", channel, value: "off" });
    });
    expect(await notificationsOf(database.db, owner.id)).toHaveLength(2);
  });

  it("is not stored for an erased account", async () => {
    const { id } = await addPerson(database.db);
    const gone = { username: id, email: `erased:${id}`, name: "", erasedAt: now() };
    await database.db
      .update(users)
      .set({ ...gone, paymentMethod: null, paypalEmail: null })
      .where(eq(users.id, id));
    await chooseMessages(database.db, id, { kind: "gift_received", channel: "mail", value: "off" });
    expect(await database.db.$count(messageChoices, eq(messageChoices.userId, id))).toBe(0);
  });
});

describe("the address that unsubscribes", () => {
  it("says whose mail of which kind, for ever, in one short part of a path", async () => {
    const person = await addPerson(database.db);
    for (const kind of CHOICE_KINDS) {
      const address = unsubscribeAddress(person.id, kind);
      expect(address).toMatch(/\/u\/[\w-]{60,120}$/);
      setClock(() => new Date(now().getTime() + 4_000 * DAY));
      expect(readUnsubscribe(address.split("/").at(-1) ?? "")).toEqual({ userId: person.id, kind });
    }
  });

  it("means nothing once a part of it was changed", async () => {
    const { id } = await addPerson(database.db);
    const bytes = Buffer.from(unsubscribeToken(id, "digest"), "base64url");
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(readUnsubscribe(changed.toString("base64url"))).toBeNull();
      expect(readUnsubscribe(bytes.subarray(0, at).toString("base64url"))).toBeNull();
    }
    const other = Buffer.concat([bytes.subarray(0, 48), Buffer.from("renewal")]);
    for (const token of [other.toString("base64url"), "", "x", "é", "%00", "a".repeat(100_000)]) {
      expect(readUnsubscribe(token)).toBeNull();
    }
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
    setClock(() => new Date(Date.now() + DAY));
    expect(await report("complaint", mailId)).toBe("silenced");
    expect(await userRow(database.db, donor.id)).toMatchObject({ newsSilencedAt });
    expect(await of(donor.id, "digest")).toMatchObject({ mail: "off" });
    expect(await of(donor.id, "gift_received")).toMatchObject({ mail: "now" });

    await chooseMessages(database.db, donor.id, { kind: "gift_received", channel: "mail", value: "daily" });
    expect(await choiceInEffect(database.db, donor.id, "digest")).toMatchObject({ mail: "off" });
    await chooseMessages(database.db, donor.id, { kind: "digest", channel: "mail", value: "weekly" });
    expect(await choiceInEffect(database.db, donor.id, "digest")).toMatchObject({ mail: "weekly" });
    expect(await userRow(database.db, donor.id)).toMatchObject({ newsSilencedAt: null });
  });

  it("of a complaint about mail to another address says nothing of the account", async () => {
    const { donor, mailId } = await sent();
    const email = `new-${donor.email}`;
    await database.db.update(users).set({ email }).where(eq(users.id, donor.id));
    await report("complaint", mailId);
    expect(await userRow(database.db, donor.id)).toMatchObject({ newsSilencedAt: null });
    await database.db.update(users).set({ email: donor.email.toUpperCase() }).where(eq(users.id, donor.id));
    await report("complaint", mailId);
    expect((await userRow(database.db, donor.id)).newsSilencedAt).not.toBeNull();
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
    setClock(() => new Date(at + 30 * DAY - 60_000));
    await forgetOldMails(database.db);
    const [first, second] = await kept();
    expect([first?.address, second?.address].sort()).toEqual([donor.email, "old@example.org"].sort());
    setClock(() => new Date(at + 30 * DAY + 60_000));
    await forgetOldMails(database.db);
    expect(await kept()).toEqual([
      { kind: "donation_receipt", address: null, data: null },
      { kind: "new_sign_in", address: null, data: null },
    ]);
    expect((await mailsOf(database.db, donor.id)).map(({ state }) => state)).not.toContain("due");
    expect(await mailsOf(database.db, waiting.donor.id)).toMatchObject([{ state: "due" }]);
  });
});
