import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { connect } from "@/db/client";
import { requests, users } from "@/db/schema";
import { listLeaderboard } from "@/lib/domain/leaderboard/queries";
import { listFeed, listSharedFeed } from "@/lib/domain/requests/queries";
import { openSession } from "@/lib/domain/sessions/open-session";
import { findSessionUser } from "@/lib/domain/sessions/queries";
import { setClock } from "@/lib/ground/clock";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson, addRequest } from "../support/people";

let database: TestDatabase;
let other: ReturnType<typeof connect>;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  // What another server changes.
  other = connect(database.url, { max: 1 });
});
afterAll(async () => {
  await other.close();
  await database.drop();
});
afterEach(() => setClock());

/** Somebody who looks, and the present moment as each of their pages learns of it. */
async function reader() {
  const person = await addPerson(database.db);
  const { token } = await openSession(database.db, person.id, { replaces: null });
  const moment = async () => (await findSessionUser(database.db, token))?.moment ?? null;
  return { person, moment };
}

const feedAt = async (moment: string | null) => (await listFeed(database.db, { limit: 50 }, moment)).items;

it("show the feed as it was at a moment, and anew after any change by anyone", async () => {
  const { moment } = await reader();
  const owner = await addPerson(database.db);
  const request = await addRequest(database.db, owner, { item: "A bicycle", goal: 5_000 });
  const raisedAt = async (at: string | null) =>
    (await feedAt(at)).find(({ id }) => id === request.id)?.raised;

  const before = await moment();
  expect(await raisedAt(before)).toBe(0);
  expect(await moment()).toBe(before);
  await other.db.update(requests).set({ raised: 700 }).where(eq(requests.id, request.id));
  // What is known of the old moment is what was kept, so it was kept; nobody who comes now is at that moment.
  expect(await raisedAt(before)).toBe(0);
  const after = await moment();
  expect(after).not.toBe(before);
  expect(await raisedAt(after)).toBe(700);
  expect(await raisedAt(null)).toBe(700);

  await other.db.update(users).set({ username: "renamed" }).where(eq(users.id, owner.id));
  const renamed = (await feedAt(await moment())).find(({ id }) => id === request.id);
  expect(renamed?.user.username).toBe("renamed");
  await other.db.update(requests).set({ isActive: false }).where(eq(requests.id, request.id));
  expect(await raisedAt(await moment())).toBeUndefined();
});

it("are never of a change that was under way when they were read", async () => {
  const { moment } = await reader();
  const request = await addRequest(database.db, await addPerson(database.db), { goal: 5_000 });
  const raised = async () => (await feedAt(await moment())).find(({ id }) => id === request.id)?.raised;
  await other.db.transaction(async (tx) => {
    await tx.update(requests).set({ raised: 100 }).where(eq(requests.id, request.id));
    expect(await raised()).toBe(0);
    expect(await raised()).toBe(0);
  });
  expect(await raised()).toBe(100);
  // Given up again, so that only the end of a transaction can have been noticed.
  await other.db
    .transaction(async (tx) => {
      await tx.update(requests).set({ raised: 900 }).where(eq(requests.id, request.id));
      expect(await raised()).toBe(100);
      tx.rollback();
    })
    .catch(() => undefined);
  expect(await raised()).toBe(100);
});

it("end when a boost runs out, although nothing is written", async () => {
  const { moment } = await reader();
  const owner = await addPerson(database.db);
  const at = new Date();
  const boosted = await addRequest(database.db, owner, { createdAt: new Date(at.getTime() - 3_600_000) });
  const plain = await addRequest(database.db, owner, { createdAt: new Date(at.getTime() - 1_800_000) });
  await database.db
    .update(requests)
    .set({
      appliedBoostType: "normal",
      boostAppliedAt: sql`now() - interval '23 hours'`,
      priorityLevel: 1,
      priorityUntil: sql`now() + interval '1 hour'`,
    })
    .where(eq(requests.id, boosted.id));
  const order = async (when: string | null) =>
    (await feedAt(when)).map(({ id }) => id).filter((id) => id === boosted.id || id === plain.id);
  const then = await moment();
  expect(await order(then)).toEqual([boosted.id, plain.id]);
  setClock(() => new Date(at.getTime() + 2 * 3_600_000));
  expect(await order(then)).toEqual([plain.id, boosted.id]);
});

it("show each person the leaderboard as they may see it", async () => {
  const { moment } = await reader();
  const [shy, admirer] = [await addPerson(database.db), await addPerson(database.db)];
  await database.db.execute(sql`
    insert into giving_totals (user_id, period, start, amount, public_amount) values (${shy.id}, 'all', '1970-01-01', 9000, 9000)`);
  await database.db
    .update(users)
    .set({ totalGiven: 9_000, publicGiven: 9_000, hideGivenAmount: true })
    .where(eq(users.id, shy.id));
  const at = await moment();
  const seenBy = async (viewerId: string) =>
    (await listLeaderboard(database.db, { period: "all", viewerId, moment: at })).at(0);
  expect(await seenBy(shy.id)).toMatchObject({ id: shy.id, totalGiven: 9_000 });
  expect(await seenBy(admirer.id)).toMatchObject({ id: shy.id, totalGiven: null });
  expect(await seenBy(shy.id)).toMatchObject({ totalGiven: 9_000 });
});

it("show visitors nothing that was kept for signed-in people (D38)", async () => {
  const { moment } = await reader();
  const shy = await addPerson(database.db, { anonymousProfile: true });
  const request = await addRequest(database.db, shy, { item: "A quiet wish" });
  const at = await moment();
  const found = <T extends { id: string }>(items: T[]) => items.find(({ id }) => id === request.id);
  const shared = async () => found((await listSharedFeed(database.db, { limit: 50 })).items);
  expect(found(await feedAt(at))).toMatchObject({ userId: shy.id, user: { username: shy.username } });
  expect(await shared()).toMatchObject({ userId: null, user: null });
  expect(found(await feedAt(at))).toMatchObject({ userId: shy.id });
});
