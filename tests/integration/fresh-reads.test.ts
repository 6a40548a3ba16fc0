import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { connect } from "@/db/client";
import { requests, users } from "@/db/schema";
import { listLeaderboard } from "@/lib/domain/leaderboard/queries";
import { listFeed, listSharedFeed } from "@/lib/domain/requests/queries";
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

const feed = async () => (await listFeed(database.db, { limit: 50 })).items;

it("the feed shows every change by anyone at once", async () => {
  const owner = await addPerson(database.db);
  const request = await addRequest(database.db, owner, { item: "A bicycle", goal: 5_000 });
  const found = async () => (await feed()).find(({ id }) => id === request.id);

  expect((await found())?.raised).toBe(0);
  await other.db.update(requests).set({ raised: 700 }).where(eq(requests.id, request.id));
  expect((await found())?.raised).toBe(700);
  await other.db.update(users).set({ username: "renamed" }).where(eq(users.id, owner.id));
  expect((await found())?.user.username).toBe("renamed");
  await other.db.update(requests).set({ isActive: false }).where(eq(requests.id, request.id));
  expect(await found()).toBeUndefined();
});

it("the feed never shows a change that is not committed", async () => {
  const request = await addRequest(database.db, await addPerson(database.db), { goal: 5_000 });
  const raised = async () => (await feed()).find(({ id }) => id === request.id)?.raised;
  await other.db.transaction(async (tx) => {
    await tx.update(requests).set({ raised: 100 }).where(eq(requests.id, request.id));
    expect(await raised()).toBe(0);
    expect(await raised()).toBe(0);
  });
  expect(await raised()).toBe(100);
  await other.db
    .transaction(async (tx) => {
      await tx.update(requests).set({ raised: 900 }).where(eq(requests.id, request.id));
      expect(await raised()).toBe(100);
      tx.rollback();
    })
    .catch(() => undefined);
  expect(await raised()).toBe(100);
});

it("the feed's order changes when a boost ends, although nothing is written", async () => {
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
  const order = async () =>
    (await feed()).map(({ id }) => id).filter((id) => id === boosted.id || id === plain.id);
  expect(await order()).toEqual([boosted.id, plain.id]);
  setClock(() => new Date(at.getTime() + 2 * 3_600_000));
  expect(await order()).toEqual([plain.id, boosted.id]);
});

it("the leaderboard shows each person what they may see", async () => {
  const [shy, admirer] = [await addPerson(database.db), await addPerson(database.db)];
  await database.db.execute(sql`
    insert into donation_totals (user_id, period, start, amount, public_amount) values (${shy.id}, 'all', '1970-01-01', 9000, 9000)`);
  await database.db
    .update(users)
    .set({ totalGiven: 9_000, publicGiven: 9_000, hideGivenAmount: true })
    .where(eq(users.id, shy.id));
  const seenBy = async (viewerId: string) =>
    (await listLeaderboard(database.db, { period: "all", viewerId })).at(0);
  expect(await seenBy(shy.id)).toMatchObject({ id: shy.id, totalGiven: 9_000 });
  expect(await seenBy(admirer.id)).toMatchObject({ id: shy.id, totalGiven: null });
  expect(await seenBy(shy.id)).toMatchObject({ totalGiven: 9_000 });
});

it("visitors see nothing that is shown to signed-in people only (D38)", async () => {
  const shy = await addPerson(database.db, { anonymousProfile: true });
  const request = await addRequest(database.db, shy, { item: "A quiet wish" });
  const found = <T extends { id: string }>(items: T[]) => items.find(({ id }) => id === request.id);
  const shared = async () => found((await listSharedFeed(database.db, { limit: 50 })).items);
  expect(found(await feed())).toMatchObject({ userId: shy.id, user: { username: shy.username } });
  expect(await shared()).toMatchObject({ userId: null, user: null });
  expect(found(await feed())).toMatchObject({ userId: shy.id });
});
