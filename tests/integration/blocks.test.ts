import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { notifications, requests } from "@/db/schema";
import { listReached } from "@/lib/domain/donations/queries";
import { listNotifications } from "@/lib/domain/messages/queries";
import { thank } from "@/lib/domain/messages/thank";
import { listFeed, listNearGoal, listRequestsOf } from "@/lib/domain/requests/queries";
import { findTarget } from "@/lib/domain/safety/send-report";
import { block, unblock } from "@/lib/domain/users/block";
import { findPerson, listBlocked } from "@/lib/domain/users/queries";
import { DAY } from "@/lib/ground/durations";
import { openBooks } from "../support/books";
import { expectBalancedBooks, notificationsOf, start, tell } from "../support/donating";
import { sendOutbox } from "../support/outbox";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();
const looker = ({ id }: { id: string }) => ({ id, isOperator: false });

async function scene() {
  const [noor, bas] = [await addPerson(database.db), await addPerson(database.db)];
  const [ofNoor, ofBas] = [await addRequest(database.db, noor), await addRequest(database.db, bas)];
  return { noor, bas, ofNoor, ofBas };
}
const feedOf = async ({ id }: { id: string }, limit = 100) =>
  (await listFeed(database.db, { limit, viewerId: id })).items.map((each) => each.id);
const blockedBy = async ({ id }: { id: string }) => (await listBlocked(database.db, id, { limit: 50 })).items;

describe("a block (safety.md, Block)", () => {
  it("is listed by name, in pages that have every one once", async () => {
    const noor = await addPerson(database.db);
    const blocked: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { username } = await addPerson(database.db);
      await block(database.db, noor, username);
      blocked.push(username);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listBlocked(database.db, noor.id, { limit: 2, cursor });
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items);
      cursor = page.next;
    } while (cursor !== null);
    expect(seen).toEqual(blocked.sort());
    for (const key of ["x", JSON.stringify(["\0"])])
      await expect(
        listBlocked(database.db, noor.id, { limit: 2, cursor: Buffer.from(key).toString("base64url") }),
      ).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("works both ways: no page, no request in the feed, nothing given by address", async () => {
    const { noor, bas, ofNoor, ofBas } = await scene();
    await block(database.db, noor, bas.username.toUpperCase());
    for (const [one, other, request] of [
      [noor, bas, ofBas],
      [bas, noor, ofNoor],
    ] as const) {
      expect(await findPerson(database.db, other.username, looker(one))).toBeNull();
      expect(await feedOf(one)).not.toContain(request.id);
      const listed = await listRequestsOf(database.db, { ownerId: other.id, viewerId: one.id, limit: 50 });
      expect(listed.items).toEqual([]);
      await expect(start(context, one, request, "5")).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    const stranger = await addPerson(database.db);
    expect(await feedOf(stranger)).toEqual(expect.arrayContaining([ofNoor.id, ofBas.id]));
    expect(await blockedBy(noor)).toEqual([bas.username]);
    expect(await blockedBy(bas), "silently").toEqual([]);
  });

  it("leaves the pages of the feed full", async () => {
    const { noor, bas } = await scene();
    for (let n = 0; n < 5; n += 1) await addRequest(database.db, bas);
    for (let n = 0; n < 3; n += 1) await addRequest(database.db, await addPerson(database.db));
    await block(database.db, noor, bas.username);
    const all = await feedOf(noor);
    const first = await listFeed(database.db, { limit: 2, viewerId: noor.id });
    const next = await listFeed(database.db, { limit: 2, viewerId: noor.id, cursor: first.next });
    expect([...first.items, ...next.items].map(({ id }) => id)).toEqual(all.slice(0, 4));
  });

  it("ends, for who made it only, and shows everything again", async () => {
    const { noor, bas, ofBas } = await scene();
    await block(database.db, noor, bas.username);
    await block(database.db, noor, bas.username);
    await expect(unblock(database.db, bas, noor.username)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await unblock(database.db, noor, bas.username);
    await unblock(database.db, noor, bas.username);
    expect(await feedOf(noor)).toContain(ofBas.id);
    expect(await findPerson(database.db, bas.username, looker(noor))).toMatchObject({ id: bas.id });
  });

  it("is refused of oneself and of nobody", async () => {
    const { noor } = await scene();
    await expect(block(database.db, noor, noor.username)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    for (const name of ["", "nobody-at-all", "%", "\u0000", `${noor.username}\u0000`]) {
      await expect(block(database.db, noor, name)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("leaves money that was given as it is, and no thanks are heard", async () => {
    const { noor, bas, ofNoor } = await scene();
    const given = await start(context, bas, ofNoor, "5");
    card.pay(given.paymentId);
    expect(await tell(context, given.paymentId)).toBe("credited");
    await block(database.db, bas, noor.username);
    const [told] = await database.db.select().from(notifications).where(eq(notifications.userId, noor.id));
    await thank(database.db, noor, { id: told?.id ?? "", emoji: "🙏" });
    expect(await notificationsOf(database.db, bas.id)).toEqual([]);
  });

  it("credits what was begun before it, and neither hears of the other", async () => {
    const { noor, bas, ofNoor } = await scene();
    const given = await start(context, bas, ofNoor, "100");
    await block(database.db, noor, bas.username);
    card.pay(given.paymentId);
    expect(await tell(context, given.paymentId)).toBe("credited");
    expect(await notificationsOf(database.db, noor.id)).toMatchObject([
      { type: "goal_completed", anonymous: true },
    ]);
    const sent = await sendOutbox(database.db);
    const kindsTo = (to: string) =>
      sent.filter((mail) => mail.to === to).map(({ headers }) => headers["X-Steuntje-Kind"]);
    expect(kindsTo(noor.email)).toEqual(["goal_reached"]);
    expect(kindsTo(bas.email)).toContain("donation_receipt");
    expect(
      sent
        .filter(({ to }) => to === noor.email)
        .map(({ text }) => text)
        .join(),
    ).not.toContain(bas.username);
    await card.refundPayment(given.paymentId, "operator");
    await tell(context, given.paymentId);
    const { items } = await listNotifications(database.db, noor.id, { limit: 9 });
    expect(items.map(({ type, donorName }) => [type, donorName])).toEqual([
      ["refund", null],
      ["goal_completed", null],
    ]);
    await expectBalancedBooks(database.db);
  });

  it("leaves their requests out of the digest", async () => {
    const { noor, bas, ofBas } = await scene();
    await database.db.update(requests).set({ raised: 9_999 }).where(eq(requests.id, ofBas.id));
    const near = async () =>
      (await listNearGoal(database.db, { exceptOwner: noor.id, limit: 3 })).map(({ id }) => id);
    expect(await near()).toContain(ofBas.id);
    await database.db.update(requests).set({ pausedAt: new Date() }).where(eq(requests.id, ofBas.id));
    expect(await near(), "nor is one that takes no donations in it").not.toContain(ofBas.id);
    await database.db.update(requests).set({ pausedAt: null }).where(eq(requests.id, ofBas.id));
    await block(database.db, bas, noor.username);
    expect(await near()).not.toContain(ofBas.id);
    await database.db.update(requests).set({ raised: 0 }).where(eq(requests.id, ofBas.id));
  });

  it("leaves what one helped the other to reach out of the digest", async () => {
    const { noor, bas, ofBas } = await scene();
    const given = await start(context, noor, ofBas, "100");
    card.pay(given.paymentId);
    await tell(context, given.paymentId);
    const week = { from: new Date(Date.now() - DAY), to: new Date(Date.now() + DAY) };
    const reached = async () => (await listReached(database.db, noor.id, week, 3)).map(({ id }) => id);
    expect(await reached()).toEqual([ofBas.id]);
    await block(database.db, bas, noor.username);
    expect(await reached()).toEqual([]);
  });

  it("is not found out by reporting: who blocked is nobody, who was blocked can be reported", async () => {
    const { noor, bas } = await scene();
    await block(database.db, noor, bas.username);
    const target = (username: string) => ({ kind: "person" as const, id: username });
    expect(await findTarget(database.db, { viewer: looker(bas) }, target(noor.username))).toBeNull();
    expect(await findTarget(database.db, { viewer: looker(noor) }, target("\u0000"))).toBeNull();
    expect(await findTarget(database.db, { viewer: looker(noor) }, target(bas.username))).toMatchObject({
      personId: bas.id,
    });
  });
});
