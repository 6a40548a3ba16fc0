import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { mails, messageChoices, pushSubscriptions, serverKeys, sessions, users } from "@/db/schema";
import { listEndpoints } from "@/lib/domain/messages/queries";
import { MAX_SUBSCRIPTIONS } from "@/lib/domain/messages/rules";
import { renewPush, subscribePush, unsubscribePush } from "@/lib/domain/messages/subscribe-push";
import { vapidKeys } from "@/lib/domain/messages/vapid-keys";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { endSession, endSessionById, endSessionsOf } from "@/lib/domain/sessions/end-session";
import { openSession, renewSession } from "@/lib/domain/sessions/open-session";
import { sidOf } from "@/lib/domain/sessions/token";
import { now, setClock } from "@/lib/ground/clock";
import { webPushTransport } from "@/lib/providers/web-push";
import type { Push } from "@/sandbox/push/pushes";
import { KEYS, openTestSandbox, type TestSandbox, temporaryFolder } from "@/sandbox/support";
import { openBooks } from "../support/books";
import { start, tell } from "../support/donating";
import { freePort } from "../support/free-port";
import { Browsers, Inbox, mailsOf, sendOutbox } from "../support/outbox";
import { addPerson, addRequest } from "../support/people";
import { PushReceiver } from "../support/push";

const port = await freePort();
const sandboxUrl = `http://127.0.0.1:${port}`;
const { database, card, context } = openBooks({
  PAYMENTS: "sandbox",
  STRIPE_SECRET_KEY: KEYS.secretKey,
  STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
  STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
  STRIPE_API_BASE: sandboxUrl,
});

const folder = temporaryFolder();
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox(folder.path, { port });
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
});
afterEach(async () => {
  setClock();
  await sandbox.call("DELETE", "/_sandbox/faults");
  await database.db.delete(mails);
  await database.db.delete(pushSubscriptions);
});

const services = webPushTransport({
  keys: () => vapidKeys(database.db),
  subject: "mailto:no-reply@steuntje.example",
});
const idIn = ({ subscription: { endpoint } }: PushReceiver) => endpoint.split("/").at(-1) ?? "";

/** A session of a person's, as push messages know it. */
async function signedIn({ id }: { id: string }, replaces: string | null = null) {
  const { token } = await openSession(database.db, id, { replaces });
  return { token, sid: sidOf(token), device: "Chrome, Android" };
}

/** A browser whose subscription is at the sandbox's push service. */
async function browserOf(person: { id: string }, session?: { sid: string; device: string }) {
  const receiver = new PushReceiver(`${sandboxUrl}/push/${randomBytes(12).toString("hex")}`);
  await subscribePush(database.db, person, receiver.subscription, session ?? (await signedIn(person)));
  return receiver;
}

async function received(receiver: PushReceiver): Promise<Push[]> {
  const { body } = await sandbox.call("GET", `/_sandbox/pushes?subscription=${idIn(receiver)}`);
  return (body as { pushes: Push[] }).pushes;
}

const refuse = (receiver: PushReceiver, failNext: number) =>
  sandbox.call("POST", "/_sandbox/faults", { failNext, scope: { recipient: idIn(receiver) } });

/** Somebody gives to a person's request; the person's message and the receipt wait in the outbox. */
async function giveTo(owner: { id: string }) {
  const donor = await addPerson(database.db);
  const request = await addRequest(database.db, owner, { goal: 10_000, item: "A red bicycle" });
  const given = await start(context, donor, request, "25.00");
  card.pay(given.paymentId);
  await tell(context, given.paymentId);
  return { donor, request, given };
}

const pushOf = async (owner: { id: string }) =>
  (await mailsOf(database.db, owner.id)).find(({ channel }) => channel === "push");

const send = () => sendOutbox(database.db, new Inbox(), services);

async function sendLater(owner: { id: string }): Promise<void> {
  const due = (await pushOf(owner))?.dueAt ?? now();
  setClock(() => due);
  await send();
}

describe("the keys that push services know this installation by", () => {
  it("are one pair, however many servers start first, and the private one is stored sealed", async () => {
    await database.db.delete(serverKeys);
    const all = await Promise.all(Array.from({ length: 20 }, () => vapidKeys(database.db)));
    expect(new Set(all.map(({ publicKey, privateKey }) => publicKey + privateKey)).size).toBe(1);
    const rows = await database.db.select().from(serverKeys);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ name: "vapid", publicKey: all[0]?.publicKey });
    expect(JSON.stringify(rows)).not.toContain(all[0]?.privateKey);
    expect(await vapidKeys(database.db)).toEqual(all[0]);
  });

  it("are never replaced silently when they cannot be read", async () => {
    const { publicKey } = await vapidKeys(database.db);
    const [row] = await database.db.select().from(serverKeys);
    await database.db.update(serverKeys).set({ secret: "sealed elsewhere" });
    await expect(vapidKeys(database.db)).rejects.toThrow("another AUTH_SECRET");
    await database.db.update(serverKeys).set({ secret: row?.secret ?? "" });
    expect(await vapidKeys(database.db)).toMatchObject({ publicKey });
  });
});

describe("a subscription", () => {
  it("is refused for an endpoint of no push service, and for keys that nothing can be encrypted for", async () => {
    const person = await addPerson(database.db);
    const session = await signedIn(person);
    const { subscription } = new PushReceiver(`${sandboxUrl}/push/x`);
    const refused = { code: "VALIDATION_ERROR" };
    for (const endpoint of [`${sandboxUrl}/v1/refunds`, "https://evil.example/x", "http://127.0.0.1/push/x"])
      await expect(
        subscribePush(database.db, person, { ...subscription, endpoint }, session),
      ).rejects.toMatchObject(refused);
    for (const point of [Buffer.alloc(65, 1), Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)])]) {
      const p256dh = point.toString("base64url");
      await expect(
        subscribePush(database.db, person, { ...subscription, p256dh }, session),
      ).rejects.toMatchObject(refused);
    }
    expect(await listEndpoints(database.db, person.id)).toEqual([]);
  });

  it("of a browser that another account used belongs to the one who subscribes now", async () => {
    const [before, after] = [await addPerson(database.db), await addPerson(database.db)];
    const { subscription } = await browserOf(before);
    await subscribePush(database.db, after, subscription, await signedIn(after));
    expect(await listEndpoints(database.db, before.id)).toEqual([]);
    expect(await listEndpoints(database.db, after.id)).toEqual([subscription.endpoint]);
    await unsubscribePush(database.db, before.id, subscription.endpoint);
    expect(await listEndpoints(database.db, after.id)).toEqual([subscription.endpoint]);
    await unsubscribePush(database.db, after.id, subscription.endpoint);
    expect(await listEndpoints(database.db, after.id)).toEqual([]);
  });

  it("that its browser replaces is the same person's, and nobody else's", async () => {
    const [owner, other] = [await addPerson(database.db), await addPerson(database.db)];
    const { subscription } = await browserOf(owner);
    const { endpoint } = subscription;
    const renewed = new PushReceiver(`${sandboxUrl}/push/renewed`).subscription;
    const { sid } = await signedIn(owner);
    await renewPush(database.db, other.id, { ...renewed, replaces: endpoint }, (await signedIn(other)).sid);
    expect(await listEndpoints(database.db, owner.id)).toEqual([endpoint]);
    expect(await listEndpoints(database.db, other.id)).toEqual([]);
    await renewPush(database.db, owner.id, { ...renewed, replaces: endpoint }, sid);
    const rows = await database.db.select().from(pushSubscriptions);
    expect(rows).toMatchObject([{ userId: owner.id, ...renewed, device: "Chrome, Android" }]);
    const evil = { ...renewed, endpoint: "https://evil.example/x" };
    await expect(
      renewPush(database.db, owner.id, { ...evil, replaces: renewed.endpoint }, sid),
    ).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("beyond the tenth replaces the oldest, also when they come at once", async () => {
    const person = await addPerson(database.db);
    const oldest = await browserOf(person);
    setClock(() => new Date(Date.now() + 1_000));
    const later = await Promise.all(Array.from({ length: MAX_SUBSCRIPTIONS }, () => browserOf(person)));
    const kept = await listEndpoints(database.db, person.id);
    expect(kept.toSorted()).toEqual(later.map(({ subscription }) => subscription.endpoint).toSorted());
    expect(kept).not.toContain(oldest.subscription.endpoint);
  });

  it("is not written for an account that was erased", async () => {
    const person = await addPerson(database.db);
    const session = await signedIn(person);
    await database.db.transaction((tx) => erasePerson(tx, person.id, now()));
    await expect(browserOf(person, session)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  type Session = Awaited<ReturnType<typeof signedIn>>;
  type End = (person: { id: string }, session: Session, own: Session) => Promise<unknown>;
  const db = () => database.db;
  it.each<[string, End]>([
    ["logged out", (_, { token }) => endSession(db(), token)],
    [
      "logged out from another",
      async ({ id }, { sid }, { token }) => {
        const listed = await db().select().from(sessions).where(eq(sessions.sid, sid));
        await endSessionById(db(), id, { id: listed[0]?.id ?? "", token });
      },
    ],
    ["logged out with all others", ({ id }, _, { token }) => endSessionsOf(db(), id, { except: token })],
    ["signed in as somebody else", async (_, { token }) => signedIn(await addPerson(db()), token)],
    [
      "not used any more",
      // Its row stays until somebody signs in.
      (_, { sid }) => db().update(sessions).set({ expire: now() }).where(eq(sessions.sid, sid)),
    ],
  ])("ends with the session of its browser, and no other does: %s", async (_, end) => {
    const person = await addPerson(db());
    const [session, own] = [await signedIn(person), await signedIn(person)];
    await browserOf(person, session);
    const { subscription } = await browserOf(person, own);
    await end(person, session, own);
    expect(await listEndpoints(db(), person.id)).toEqual([subscription.endpoint]);
    await expect(browserOf(person, session)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it("of an unknown session ends when all other sessions are ended", async () => {
    const person = await addPerson(db());
    const own = await signedIn(person);
    await browserOf(person);
    await db().update(pushSubscriptions).set({ sessionId: null });
    await endSessionsOf(db(), person.id, { except: own.token });
    expect(await listEndpoints(db(), person.id)).toEqual([]);
  });

  it("goes on in a session whose token a proof replaced, and in the next one of the same person there", async () => {
    const person = await addPerson(database.db);
    const session = await signedIn(person);
    const { subscription } = await browserOf(person, session);
    const { token } = await renewSession(database.db, session.token);
    const next = await signedIn(person, token);
    expect(await listEndpoints(database.db, person.id)).toEqual([subscription.endpoint]);
    await endSession(database.db, next.token);
    expect(await listEndpoints(database.db, person.id)).toEqual([]);
  });
});

describe("a push message", () => {
  it("reaches every browser of the person, in their language, without names and amounts", async () => {
    const owner = await addPerson(database.db, { preferredLanguage: "nl" });
    const [phone, laptop] = [await browserOf(owner), await browserOf(owner)];
    const { donor, request, given } = await giveTo(owner);
    await send();
    const [{ username, name } = { username: "?", name: "?" }] = await database.db
      .select()
      .from(users)
      .where(eq(users.id, donor.id));
    const { publicKey } = await vapidKeys(database.db);
    for (const browser of [phone, laptop]) {
      const [message, ...others] = await received(browser);
      expect(others).toEqual([]);
      expect(message?.headers).toMatchObject({ ttl: "86400", urgency: "normal" });
      expect(message?.headers.topic).toMatch(/^[0-9a-f]{32}$/);
      expect(message?.vapid).toMatchObject({
        publicKey,
        aud: sandboxUrl,
        sub: "mailto:no-reply@steuntje.example",
      });
      const payload = browser.open(message ?? { body: "" });
      expect(payload).toEqual({
        title: "Iemand heeft voor je verzoek gedoneerd",
        body: expect.any(String),
        path: `/?request=${request.id}`,
        tag: `donation_received:${given.donationId}`,
        lang: "nl",
      });
      for (const secret of [username, name, "25", "A red bicycle"])
        expect(`${payload.title} ${payload.body}`).not.toContain(secret);
    }
    expect(await pushOf(owner)).toMatchObject({ state: "sent", attempts: 1, address: null });
    const rows = await database.db.select().from(pushSubscriptions);
    expect(rows.every(({ lastUsedAt }) => lastUsedAt !== null)).toBe(true);
    expect(() => phone.open({ body: "AAAA" })).toThrow();
  });

  it.each([404, 410])("that its push service answers with %i removes the subscription", async (status) => {
    const owner = await addPerson(database.db);
    const [gone, there] = [await browserOf(owner), await browserOf(owner)];
    await refuse(gone, status);
    await giveTo(owner);
    await send();
    expect(await listEndpoints(database.db, owner.id)).toEqual([there.subscription.endpoint]);
    expect(await received(there)).toHaveLength(1);
    expect(await pushOf(owner)).toMatchObject({ state: "sent" });
  });

  it("for nobody's browser any more is cancelled", async () => {
    const owner = await addPerson(database.db);
    const only = await browserOf(owner);
    await refuse(only, 410);
    await giveTo(owner);
    await send();
    expect(await pushOf(owner)).toMatchObject({
      state: "cancelled",
      reason: "no browser receives push messages",
    });
  });

  it.each([429, 500])("is tried again after %i, and only where it has not arrived", async (status) => {
    const owner = await addPerson(database.db);
    const [slow, quick] = [await browserOf(owner), await browserOf(owner)];
    await refuse(slow, status);
    await giveTo(owner);
    await send();
    expect(await pushOf(owner)).toMatchObject({
      state: "due",
      attempts: 1,
      reason: `Error: 127.0.0.1 answered ${status}`,
    });
    expect(await received(slow)).toEqual([]);
    expect(await received(quick)).toHaveLength(1);
    await sendLater(owner);
    expect(await pushOf(owner)).toMatchObject({ state: "sent", attempts: 2 });
    expect(await received(slow)).toHaveLength(1);
    expect(await received(quick)).toHaveLength(1);
  });

  it("keeps its topic and tag in every attempt, so that a repeat takes the place of the first", async () => {
    const owner = await addPerson(database.db);
    const browser = await browserOf(owner);
    await giveTo(owner);
    await send();
    // As after a crash between sending and recording.
    await database.db.update(mails).set({ state: "due", finishedAt: null }).where(eq(mails.userId, owner.id));
    await send();
    const messages = await received(browser);
    expect(messages).toHaveLength(2);
    expect(new Set(messages.map(({ headers }) => headers.topic)).size).toBe(1);
    expect(new Set(messages.map((message) => browser.open(message).tag)).size).toBe(1);
  });

  it("is not sent where the person switched it off meanwhile", async () => {
    const owner = await addPerson(database.db);
    const browser = await browserOf(owner);
    await giveTo(owner);
    await database.db
      .insert(messageChoices)
      .values({ userId: owner.id, kind: "gift_received", inApp: true, push: false, mail: "now" });
    await send();
    expect(await pushOf(owner)).toMatchObject({ state: "suppressed", reason: "push is off for this kind" });
    expect(await received(browser)).toEqual([]);
  });

  it("is cancelled when there is nothing to say any more", async () => {
    const owner = await addPerson(database.db);
    const browser = await browserOf(owner);
    await giveTo(owner);
    await database.db.update(mails).set({ cause: "00000000-0000-7000-8000-000000000000" });
    await send();
    expect(await pushOf(owner)).toMatchObject({ state: "cancelled" });
    expect(await received(browser)).toEqual([]);
  });

  it("never calls an address that is no push service's, even one that is stored", async () => {
    const owner = await addPerson(database.db);
    await browserOf(owner);
    await database.db.update(pushSubscriptions).set({ endpoint: `${sandboxUrl}/v1/refunds` });
    await giveTo(owner);
    const push = new Browsers();
    await sendOutbox(database.db, new Inbox(), push);
    expect(push.received).toEqual([]);
    expect(await listEndpoints(database.db, owner.id)).toEqual([]);
  });

  it("is sent to people without an e-mail address too", async () => {
    const owner = await addPerson(database.db);
    const browser = await browserOf(owner);
    await database.db.update(users).set({ email: owner.id }).where(eq(users.id, owner.id));
    await giveTo(owner);
    await send();
    expect(await received(browser)).toHaveLength(1);
  });
});
