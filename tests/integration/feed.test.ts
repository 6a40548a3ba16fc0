import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { requests, users } from "@/db/schema";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { listFeed, liveStats } from "@/lib/domain/requests/queries";
import { effectivePriority, listedUntil } from "@/lib/domain/requests/rules";
import { requestSchema } from "@/lib/domain/requests/schema";
import { hasEnded, selectFeed, selectOf } from "@/lib/domain/requests/store";
import { setClock } from "@/lib/ground/clock";
import { HOUR } from "@/lib/ground/durations";
import { BOOST_TYPES, type BoostType, type Tier } from "@/lib/ground/vocabulary";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { explain } from "../support/explain";
import { addPerson, addRequest } from "../support/people";

const AT = new Date("2026-03-10T12:00:00Z");
const hours = (count: number) => new Date(AT.getTime() + count * HOUR);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(() => database.drop());
beforeEach(async () => {
  setClock(() => AT);
  await database.db.execute(sql`delete from requests`);
  return () => setClock();
});

type Asked = Partial<{
  tier: Tier;
  expiry: Date;
  boost: BoostType;
  boostedAt: Date;
  createdAt: Date;
  completedAt: Date;
  isActive: boolean;
  deletedAt: Date;
}>;

/** A request placed in the feed as creating, boosting and settling place it. */
async function ask(item: string, asked: Asked = {}) {
  const { tier = "none", expiry, boost, boostedAt = AT, completedAt, createdAt = AT, ...rest } = asked;
  const owner = await addPerson(database.db, {
    subscriptionTier: tier,
    ...(expiry && { subscriptionExpiry: expiry }),
  });
  const request = await addRequest(database.db, owner, { item, goal: 1000, createdAt });
  const sources = {
    ownerTier: tier,
    ownerTierExpiry: expiry ?? null,
    appliedBoostType: boost ?? null,
    boostAppliedAt: boost ? boostedAt : null,
  };
  const placedAt = boost ? boostedAt : createdAt;
  const { level, until } = effectivePriority(sources, placedAt);
  await database.db
    .update(requests)
    .set({
      priorityLevel: level,
      priorityUntil: until,
      appliedBoostType: sources.appliedBoostType,
      boostAppliedAt: sources.boostAppliedAt,
      ...(completedAt && {
        raised: 1000,
        isCompleted: true,
        completedAt,
        listedUntil: listedUntil(completedAt, tier, expiry ?? null),
      }),
      ...rest,
    })
    .where(eq(requests.id, request.id));
  return { ...request, owner };
}

const feed = async (limit = 100) => (await listFeed(database.db, { limit })).items;
const titles = async () => (await feed()).map(({ item }) => item);
const row = async (id: string) => (await database.db.select().from(requests).where(eq(requests.id, id)))[0];

describe("the feed's order (D20)", () => {
  it("is by priority, newest first within it, completed requests last", async () => {
    await ask("completed diamond", { tier: "diamond", completedAt: hours(-1) });
    await ask("free, old", { createdAt: hours(-5) });
    await ask("free, new");
    await ask("gold", { tier: "gold", createdAt: hours(-9) });
    await ask("premium boost", { boost: "premium", createdAt: hours(-30), boostedAt: hours(-20) });
    await ask("normal boost", { boost: "normal", createdAt: hours(-8) });
    await ask("diamond", { tier: "diamond", createdAt: hours(-90) });
    expect(await titles()).toEqual([
      "premium boost",
      "diamond",
      "normal boost",
      "gold",
      "free, new",
      "free, old",
      "completed diamond",
    ]);
  });

  it("follows boosts and subscriptions that run out, without any job", async () => {
    const boosted = await ask("boosted", { boost: "premium", boostedAt: hours(-10), createdAt: hours(-11) });
    await ask("gold for two days", { tier: "gold", expiry: hours(48), createdAt: hours(-2) });
    await ask("free");
    expect(await titles()).toEqual(["boosted", "gold for two days", "free"]);
    setClock(() => hours(38));
    expect(await titles()).toEqual(["gold for two days", "free", "boosted"]);
    expect(await row(boosted.id)).toMatchObject({ priorityLevel: 0, priorityUntil: null });
    setClock(() => hours(48));
    expect(await titles()).toEqual(["free", "gold for two days", "boosted"]);
    expect((await feed()).map(({ priorityLevel }) => priorityLevel)).toEqual([0, 0, 0]);
  });

  it("falls back to the subscription when a stronger boost runs out", async () => {
    const request = await ask("gold, boosted", { tier: "gold", expiry: hours(500), boost: "premium" });
    expect(await feed()).toMatchObject([{ priorityLevel: 2 }]);
    setClock(() => hours(48));
    expect(await feed()).toMatchObject([{ priorityLevel: 1, user: { subscriptionTier: "gold" } }]);
    expect(await row(request.id)).toMatchObject({ priorityLevel: 1, priorityUntil: hours(500) });
  });

  it("keeps the place of a subscription that was renewed meanwhile", async () => {
    const { owner } = await ask("renewed", { tier: "diamond", expiry: hours(1) });
    await database.db
      .update(users)
      .set({ subscriptionExpiry: hours(720) })
      .where(eq(users.id, owner.id));
    setClock(() => hours(2));
    expect(await feed()).toMatchObject([{ priorityLevel: 2 }]);
  });

  it("is brought up to date once by many readers at the same moment", async () => {
    for (let count = 0; count < 30; count += 1) {
      await ask(`boost ${count}`, { boost: BOOST_TYPES[count % 2] ?? "normal", createdAt: hours(-count) });
    }
    setClock(() => hours(49));
    await Promise.all(Array.from({ length: 20 }, () => feed()));
    expect((await titles())[0]).toBe("boost 0");
    const left = await database.db.$count(requests, sql`priority_until is not null or priority_level > 0`);
    expect(left).toBe(0);
  });
});

describe("what is listed", () => {
  it("leaves out deleted and inactive requests", async () => {
    await ask("deleted", { isActive: false, deletedAt: AT });
    await ask("deleted, still active", { deletedAt: AT });
    await ask("inactive", { isActive: false });
    await ask("listed");
    expect(await titles()).toEqual(["listed"]);
  });

  it("drops completed requests of free requesters after 7 days, of subscribers when the subscription ends", async () => {
    await ask("free", { completedAt: AT });
    await ask("gold", { tier: "gold", expiry: hours(200), completedAt: AT });
    await ask("endless", { tier: "diamond", completedAt: AT });
    setClock(() => new Date(hours(7 * 24).getTime() - 1));
    expect(await feed()).toHaveLength(3);
    setClock(() => hours(7 * 24));
    expect((await titles()).sort()).toEqual(["endless", "gold"]);
    setClock(() => hours(200));
    expect(await titles()).toEqual(["endless"]);
    setClock(() => hours(100_000));
    expect(await titles()).toEqual(["endless"]);
  });

  it("shows the default emoji of a completed request (D22)", async () => {
    await ask("completed", { completedAt: AT });
    expect(await feed()).toMatchObject([{ completionEmoji: "🎉", completedAt: AT.toISOString() }]);
  });

  it("hides what the owner hides, and names an owner who gives anonymously (D15)", async () => {
    const owner = await addPerson(database.db, { anonymousProfile: true, hideGivenAmount: true });
    await addRequest(database.db, owner);
    await database.db
      .update(users)
      .set({ totalGiven: 7_654_321_987, publicGiven: 7_654_321_987 })
      .where(eq(users.id, owner.id));
    const [request] = await feed();
    expect(request?.user).toEqual({
      username: owner.username,
      name: owner.name,
      avatar: "😊",
      profileImageUrl: null,
      isPremium: false,
      totalGiven: null,
      subscriptionTier: "none",
      delivered: { of: 0, done: 0 },
    });
    expect(JSON.stringify(request)).not.toMatch(/7654321987|@example/);
  });

  it("does not tell what an anonymous donor gave, which would find them on the leaderboard (D15)", async () => {
    const owner = await addPerson(database.db, { anonymousProfile: true });
    await addRequest(database.db, owner);
    await database.db
      .update(users)
      .set({ totalGiven: 1_234, publicGiven: 1_234 })
      .where(eq(users.id, owner.id));
    expect((await feed())[0]?.user).toMatchObject({ username: owner.username, totalGiven: null });
  });
});

describe("pages", () => {
  it("show every request once, in the order of the whole", async () => {
    for (let count = 0; count < 23; count += 1) {
      await ask(`request ${count}`, {
        tier: count % 3 === 0 ? "gold" : "none",
        createdAt: hours(-Math.floor(count / 4)),
        ...(count % 5 === 0 && { completedAt: AT }),
      });
    }
    const whole = await titles();
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listFeed(database.db, { limit: 5, cursor });
      seen.push(...page.items.map(({ item }) => item));
      cursor = page.next;
    } while (cursor);
    expect(whole).toHaveLength(23);
    expect(seen).toEqual(whole);
  });

  it("miss nobody when boosts run out between two pages, and show again at most who fell", async () => {
    for (let count = 0; count < 8; count += 1) {
      await ask(`boosted ${count}`, {
        boost: "normal",
        createdAt: hours(-count),
        boostedAt: hours(-count % 2),
      });
      await ask(`free ${count}`, { createdAt: hours(-count - 1) });
    }
    const first = await listFeed(database.db, { limit: 3 });
    expect(first.items.map(({ item }) => item)).toEqual(["boosted 0", "boosted 1", "boosted 2"]);
    const seen: string[] = [];
    let cursor: string | null = first.next;
    // Half of the boosts run out after the first page, the others after the second.
    for (let after = 23.5; cursor; after += 1) {
      setClock(() => hours(after));
      const page: Awaited<ReturnType<typeof listFeed>> = await listFeed(database.db, { limit: 4, cursor });
      seen.push(...page.items.map(({ item }) => item));
      cursor = page.next;
    }
    const all = [...first.items.map(({ item }) => item), ...seen];
    expect(new Set(all)).toEqual(new Set(await titles()));
    const again = all.filter((item, position) => all.indexOf(item) < position);
    expect(again.filter((item) => !item.startsWith("boosted"))).toEqual([]);
  });

  it("refuse a broken cursor", async () => {
    const cursor = Buffer.from(`[9,0,"${crypto.randomUUID()}"]`).toString("base64url");
    for (const broken of ["", "nonsense", cursor, "%00", "W10"]) {
      await expect(listFeed(database.db, { limit: 5, cursor: broken })).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        fields: { cursor: "invalid" },
      });
    }
  });
});

describe("a request above a limit that was lowered since", () => {
  it("is still answered", async () => {
    const { db } = database;
    // The check of the table is what kept higher goals out; rows from before a lower one would have them.
    await db.execute(sql`alter table requests drop constraint requests_goal_range`);
    const owner = await addPerson(db);
    const { id } = await addRequest(db, owner, { goal: 2_000_000 });
    const { items } = await listFeed(db, { limit: 5 });
    const answered = z.array(requestSchema).parse(items);
    expect(answered.find((request) => request.id === id)).toMatchObject({ goal: 2_000_000 });
    await db.delete(requests).where(eq(requests.id, id));
    await db.execute(
      sql`alter table requests add constraint requests_goal_range check (goal between 1 and 1000000)`,
    );
  });
});

describe("the indexes", () => {
  it("serve the first page and a deep one, and the probes for what has run out", async () => {
    const owner = await addPerson(database.db);
    for (let n = 0; n < 20; n += 1) await addPerson(database.db);
    const owners = sql`(array(select id from users))[1 + n % (select count(*) from users)]`;
    await database.db.execute(sql`
      insert into requests (id, user_id, item, description, goal, created_at, priority_level)
      select gen_random_uuid(), ${owners}, 'item', 'text', 100, ${AT.toISOString()}::timestamptz - n * interval '1 second', n % 3
      from generate_series(1, 3000) n`);
    // Most have left the feed long ago, which must not count as if most were about to.
    await database.db.execute(sql`
      insert into requests (id, user_id, item, description, goal, created_at, is_listed, listed_until)
      select gen_random_uuid(), ${owners}, 'item', 'text', 100, ${AT.toISOString()}::timestamptz, false, ${AT.toISOString()}::timestamptz - interval '1 day'
      from generate_series(1, 3000) n`);
    await database.db.execute(sql`analyze requests`);
    const page = { viewerId: owner.id, limit: 20 };
    const first = await explain(database.url, (db) => selectFeed(db, { ...page, after: null }));
    expect(first).toMatch(/Index Scan using requests_feed/);
    expect(first).not.toMatch(/Sort|Seq Scan on requests/);
    const after = { feedRank: 0, createdAt: hours(-3), id: owner.id };
    const deep = await explain(database.url, (db) => selectFeed(db, { ...page, after }));
    expect(deep).toMatch(/Index Scan using requests_feed/);
    expect(deep).toMatch(/Index Cond: \(ROW\(feed_rank, created_at, id\) </);
    expect(deep).not.toMatch(/Sort|Seq Scan on requests/);
    const probe = await explain(database.url, (db) => hasEnded(db, AT));
    expect(probe).toMatch(/requests_priority_until/);
    expect(probe).toMatch(/requests_listed_until/);
    expect(probe).not.toMatch(/Seq Scan/);
    const own = await explain(database.url, (db) =>
      selectOf(db, { ownerId: owner.id, which: "all", limit: 20, after }),
    );
    expect(own).toMatch(/requests_of_user/);
    expect(own).not.toMatch(/Sort|Seq Scan on requests/);
  });
});

describe("the live stats", () => {
  it("count open requests and add up everything raised", async () => {
    await ask("open");
    await ask("boosted", { boost: "normal" });
    await ask("completed", { completedAt: AT });
    await ask("inactive", { isActive: false });
    await ask("deleted", { isActive: false, deletedAt: AT, completedAt: AT });
    expect(await liveStats(database.db)).toEqual({ activeRequests: 2, totalRaised: 2000 });
  });

  it("hold when many people ask and delete at once", async () => {
    await Promise.all(
      Array.from({ length: 40 }, async (_, count) => {
        const { id, owner } = await ask(`request ${count}`);
        if (count % 4 === 0) await deleteRequest(database.db, owner, id);
      }),
    );
    expect(await liveStats(database.db)).toEqual({ activeRequests: 30, totalRaised: 0 });
    await database.db.update(requests).set({ raised: 25, isActive: false });
    expect(await liveStats(database.db)).toEqual({ activeRequests: 0, totalRaised: 750 });
  });

  it("are nought in the beginning", async () => {
    expect(await liveStats(database.db)).toEqual({ activeRequests: 0, totalRaised: 0 });
  });
});
