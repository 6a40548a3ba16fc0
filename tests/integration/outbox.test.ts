import { eq, ne, sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { mails, messageChoices, users } from "@/db/schema";
import { MailWorker } from "@/lib/delivery/worker";
import { claimMails, releaseAbandoned } from "@/lib/domain/messages/outbox";
import { CLAIM_MS, nextAttempt } from "@/lib/domain/messages/rules";
import { writeMail } from "@/lib/domain/messages/write-messages";
import { now, setClock } from "@/lib/ground/clock";
import { MailRefused, type OutgoingMail } from "@/lib/providers/smtp/transport";
import { openBooks } from "../support/books";
import { start, tell } from "../support/donating";
import { Browsers, Inbox, mailsOf, sendOutbox } from "../support/outbox";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();

afterEach(async () => {
  setClock();
  await database.db.delete(mails);
});

async function give(amount = "25.00", options: Parameters<typeof addPerson>[1] = {}) {
  const owner = await addPerson(database.db, { preferredLanguage: "nl" });
  const donor = await addPerson(database.db, { preferredLanguage: "en", ...options });
  const request = await addRequest(database.db, owner, { goal: 10_000, item: "A red bicycle" });
  const given = await start(context, donor, request, amount);
  card.pay(given.paymentId);
  await tell(context, given.paymentId);
  return { owner, donor, request, given };
}

const emailOf = async (id: string) =>
  (await database.db.select({ email: users.email }).from(users).where(eq(users.id, id)))[0]?.email ?? "";

describe("the outbox", () => {
  it("gets the receipt and the requester's message with the donation, once however often it is settled", async () => {
    const { owner, donor, given } = await give();
    await tell(context, given.paymentId);
    expect(await mailsOf(database.db, donor.id)).toMatchObject([
      { kind: "donation_receipt", stream: "money", cause: given.donationId, state: "due", channel: "mail" },
    ]);
    expect(await mailsOf(database.db, owner.id)).toMatchObject([{ kind: "donation_received", state: "due" }]);
  });

  it("sends each in the recipient's language, with the amounts of the screen and no amount in the subject", async () => {
    const { owner, donor } = await give("25.00", { emailVerified: new Date() });
    const inbox = new Inbox();
    await sendOutbox(database.db, inbox);
    const [receipt] = inbox.to(await emailOf(donor.id));
    expect(receipt?.subject).toBe("Your donation arrived: here’s your receipt");
    expect(receipt?.text).toContain("A red bicycle");
    expect(receipt?.text).toMatch(/Donation\s+€25\.00\n.*Service fee \(2%\)\s+€0\.50\n.*Total\s+€25\.50/);
    expect(receipt?.html).toContain("€25.50");
    expect(receipt?.headers).not.toHaveProperty("List-Unsubscribe");
    const [message] = inbox.to(await emailOf(owner.id));
    expect(message?.subject).not.toMatch(/25/);
    expect(message?.html).toContain('lang="nl"');
    expect(message?.headers["List-Unsubscribe"]).toMatch(/^<http[^\s]+\/u\/[\w-]+>$/);
    expect(message?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect(await mailsOf(database.db, donor.id)).toMatchObject([{ state: "sent", address: receipt?.to }]);
  });

  it("does not name a donor who became anonymous between the donation and the sending", async () => {
    const { owner, donor } = await give();
    await database.db.update(users).set({ anonymousProfile: true }).where(eq(users.id, donor.id));
    const inbox = new Inbox();
    await sendOutbox(database.db, inbox);
    const [message] = inbox.to(await emailOf(owner.id));
    const [{ username, name } = { username: "?", name: "?" }] = await database.db
      .select({ username: users.username, name: users.name })
      .from(users)
      .where(eq(users.id, donor.id));
    for (const part of [message?.subject, message?.html, message?.text]) {
      expect(part).not.toContain(username);
      expect(part).not.toContain(name);
    }
  });

  it("takes account messages first, and each message by one server only", async () => {
    const person = await addPerson(database.db);
    await database.db.transaction(async (tx) => {
      for (let index = 0; index < 30; index += 1) {
        await writeMail(tx, {
          kind: "donation_receipt",
          cause: `donation ${index}`,
          userId: person.id,
          at: now(),
        });
      }
      await writeMail(tx, {
        kind: "reset_password",
        cause: "link",
        userId: person.id,
        at: now(),
        secret: "token",
      });
    });
    const [first] = await claimMails(database.db, 1, now());
    expect(first).toMatchObject({ kind: "reset_password", secret: "token", attempts: 1 });
    const rest = await Promise.all(Array.from({ length: 10 }, () => claimMails(database.db, 5, now())));
    const ids = rest.flat().map(({ id }) => id);
    expect(ids).toHaveLength(30);
    expect(new Set(ids).size).toBe(30);
  });

  it("sends again what a dead server never finished, under the same Message-ID", async () => {
    await give();
    const begun = now();
    const [lost] = await claimMails(database.db, 1, begun);
    expect(await releaseAbandoned(database.db, new Date(begun.getTime() + CLAIM_MS))).toBe(0);
    expect(await releaseAbandoned(database.db, new Date(begun.getTime() + CLAIM_MS + 1))).toBe(1);
    const sent = await sendOutbox(database.db);
    expect(sent.map(({ messageId }) => messageId)).toContain(`<${lost?.id}@localhost>`);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2);
  });

  it("leaves a message to the server that still sends it, however slow the mail server is", async () => {
    const { donor } = await give();
    await database.db.delete(mails).where(ne(mails.userId, donor.id));
    const inbox = new Inbox();
    let answer = () => {};
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const transport = { send: (mail: OutgoingMail) => slow.then(() => inbox.send(mail)), close: () => {} };
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const worker = new MailWorker({
      db: database.db,
      transport,
      from: "a@example.org",
      push: new Browsers(),
    });
    try {
      worker.start();
      const claimed = async () => (await mailsOf(database.db, donor.id))[0]?.claimedAt?.getTime() ?? 0;
      await vi.waitFor(async () => expect(await claimed()).toBeGreaterThan(0), 30_000);
      const begun = await claimed();
      const late = new Date(begun + CLAIM_MS - 1);
      setClock(() => late);
      vi.advanceTimersByTime(30_000);
      await vi.waitFor(async () => expect(await claimed()).toBe(late.getTime()), 30_000);
      expect(await releaseAbandoned(database.db, new Date(begun + CLAIM_MS + 1))).toBe(0);
    } finally {
      answer();
      await worker.stop();
      vi.useRealTimers();
    }
    expect(inbox.received).toHaveLength(1);
    expect(await mailsOf(database.db, donor.id)).toMatchObject([{ state: "sent", attempts: 1 }]);
  });

  it("sends five messages a turn, account messages first, and waits longer after it while the server is busy", async () => {
    const person = await addPerson(database.db);
    const write = (kind: "donation_receipt" | "password_changed", cause: string) =>
      database.db.transaction((tx) => writeMail(tx, { kind, cause, userId: person.id, at: now() }));
    for (let index = 0; index < 12; index += 1) await write("donation_receipt", `donation ${index}`);
    const waits: number[] = [];
    let endTurn = () => {};
    let isBusy = true;
    const wait = (ms: number) => {
      waits.push(ms);
      return new Promise<void>((resolve) => {
        endTurn = resolve;
      });
    };
    const worker = new MailWorker(
      { db: database.db, transport: new Inbox(), from: "a@example.org", push: new Browsers() },
      { utilization: () => (isBusy ? 0.9 : 0.3), wait },
    );
    const taken = async () => (await mailsOf(database.db, person.id)).filter(({ state }) => state !== "due");
    const settled = async () =>
      (await mailsOf(database.db, person.id)).filter(({ finishedAt }) => finishedAt !== null).length;
    worker.start();
    try {
      await vi.waitFor(async () => expect(await settled()).toBe(5), 30_000);
      expect(waits).toEqual([250]);
      await write("password_changed", "password");
      isBusy = false;
      endTurn();
      await vi.waitFor(async () => expect(await settled()).toBe(10), 30_000);
      expect((await taken()).map(({ kind }) => kind)).toContain("password_changed");
      expect(waits).toEqual([250, 40]);
      endTurn();
      await vi.waitFor(async () => expect(await settled()).toBe(13), 30_000);
      expect(waits).toEqual([250, 40, 40]);
    } finally {
      const stopped = worker.stop();
      endTurn();
      await stopped;
    }
  });

  it("waits longer after each failure and gives up in the end", async () => {
    const { donor } = await give();
    const inbox = new Inbox();
    inbox.refuse = () => new Error("connect ECONNREFUSED to somebody@example.org");
    let at = now();
    const waits: number[] = [];
    for (;;) {
      setClock(() => at);
      await sendOutbox(database.db, inbox);
      const [mail] = await mailsOf(database.db, donor.id);
      if (mail?.state === "failed") break;
      expect(mail).toMatchObject({ state: "due", reason: "Error: connect ECONNREFUSED to [e-mail]" });
      waits.push((mail?.dueAt.getTime() ?? 0) - at.getTime());
      at = mail?.dueAt ?? at;
    }
    expect(waits).toHaveLength(8);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(nextAttempt(9, at)).toBeNull();
  });

  it("gives up at once what is refused for good, and marks the address", async () => {
    const { donor } = await give();
    const inbox = new Inbox();
    inbox.refuse = () => new MailRefused("RCPT TO 550 5.1.1 no such user", true);
    await sendOutbox(database.db, inbox);
    expect(await mailsOf(database.db, donor.id)).toMatchObject([{ state: "failed" }]);
    const [row] = await database.db.select().from(users).where(eq(users.id, donor.id));
    expect(row).toMatchObject({ emailVerified: null });
    expect(row?.emailBouncedAt).not.toBeNull();
  });

  it("judges a choice when the message is sent", async () => {
    const { owner } = await give();
    await database.db
      .insert(messageChoices)
      .values({ userId: owner.id, kind: "gift_received", inApp: true, push: true, mail: "off" });
    const inbox = new Inbox();
    await sendOutbox(database.db, inbox);
    expect(inbox.to(await emailOf(owner.id))).toEqual([]);
    expect(await mailsOf(database.db, owner.id)).toMatchObject([
      { state: "suppressed", reason: "mail is off for this kind" },
    ]);
  });

  it("writes push messages only for people whose browsers receive them", async () => {
    const person = await addPerson(database.db);
    await database.db.execute(sql`insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, created_at)
      values (gen_random_uuid(), ${person.id}, 'https://push.example/1', 'key', 'secret', now())`);
    await database.db.transaction(async (tx) => {
      await writeMail(tx, { kind: "donation_received", cause: "donation", userId: person.id, at: now() });
      await writeMail(tx, { kind: "donation_receipt", cause: "donation", userId: person.id, at: now() });
    });
    const written = await mailsOf(database.db, person.id);
    expect(written.map(({ kind, channel }) => `${kind} ${channel}`).sort()).toEqual([
      "donation_receipt mail",
      "donation_received mail",
      "donation_received push",
    ]);
  });
});
