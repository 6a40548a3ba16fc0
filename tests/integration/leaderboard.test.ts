import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findDisagreements } from "@/db/checks";
import { givingTotals, newId, users } from "@/db/schema";
import { setClock } from "@/lib/clock";
import { forgetEndedPeriods } from "@/lib/domain/leaderboard/forget-ended-periods";
import { listLeaderboard, ownStanding } from "@/lib/domain/leaderboard/queries";
import { selectMatching, selectTop } from "@/lib/domain/leaderboard/store";
import type { Period } from "@/lib/vocabulary";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { explain } from "../support/explain";
import { addPerson } from "../support/people";

/** A Tuesday; the week began on the 9th. */
const AT = new Date("2026-03-10T12:00:00Z");
const STARTS = { all: "1970-01-01", monthly: "2026-03-01", weekly: "2026-03-09", daily: "2026-03-10" };

let database: TestDatabase;
beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(() => database.drop());
beforeEach(async () => {
  setClock(() => AT);
  await database.db.delete(givingTotals);
  return () => setClock();
});

type Options = Parameters<typeof addPerson>[1];

/** A donor with what they gave in each period, in cents. */
async function donor(given: Partial<Record<Period, number>>, options: Options = {}) {
  const person = await addPerson(database.db, options);
  for (const [period, amount] of Object.entries(given) as [Period, number][]) {
    await database.db
      .insert(givingTotals)
      .values({ userId: person.id, period, start: STARTS[period], amount });
  }
  await database.db
    .update(users)
    .set({
      totalGiven: given.all ?? 0,
      ...(given.monthly && { monthlyStart: STARTS.monthly, monthlyGiven: given.monthly }),
      ...(given.weekly && { weeklyStart: STARTS.weekly, weeklyGiven: given.weekly }),
      ...(given.daily && { dailyStart: STARTS.daily, dailyGiven: given.daily }),
    })
    .where(sql`id = ${person.id}`);
  return person;
}

const board = (viewerId = newId(), period: Period = "all", search?: string) =>
  listLeaderboard(database.db, { period, search, viewerId });

describe("the ranking (D31)", () => {
  it("is by amount, equal amounts sharing a rank", async () => {
    for (const amount of [300, 500, 300, 100]) await donor({ all: amount });
    expect((await board()).map(({ rank, totalGiven }) => [rank, totalGiven])).toEqual([
      [1, 500],
      [2, 300],
      [2, 300],
      [4, 100],
    ]);
  });

  it("lists nobody who gave nothing", async () => {
    await donor({});
    await donor({ all: 0 });
    expect(await board()).toEqual([]);
  });

  it("lists the first 100", async () => {
    for (let amount = 1; amount <= 103; amount += 1) await donor({ all: amount });
    const entries = await board();
    expect(entries).toHaveLength(100);
    expect(entries.at(-1)).toMatchObject({ rank: 100, totalGiven: 4 });
  });

  it("tells every period's amount in every period's list", async () => {
    const ana = await donor({ all: 1000, monthly: 400, weekly: 40, daily: 4 }, { subscriptionTier: "gold" });
    const ben = await donor({ all: 2000, monthly: 300 });
    const amounts = { totalGiven: 1000, monthlyGiven: 400, weeklyGiven: 40, dailyGiven: 4 };
    expect(await board(newId(), "monthly")).toEqual([
      {
        id: ana.id,
        rank: 1,
        username: ana.username,
        avatar: "😊",
        isPremium: true,
        hideGivenAmount: false,
        ...amounts,
      },
      expect.objectContaining({
        id: ben.id,
        rank: 2,
        isPremium: false,
        totalGiven: 2000,
        monthlyGiven: 300,
        weeklyGiven: 0,
        dailyGiven: 0,
      }),
    ]);
    expect(await board(newId(), "daily")).toMatchObject([{ id: ana.id, rank: 1 }]);
  });

  it("begins anew with each period, in the platform's time zone (D30)", async () => {
    const ana = await donor({ all: 5, monthly: 5, weekly: 5, daily: 5 });
    setClock(() => new Date("2026-03-10T22:59:59Z"));
    expect(await board(newId(), "daily")).toHaveLength(1);
    setClock(() => new Date("2026-03-10T23:00:00Z"));
    expect(await board(newId(), "daily")).toEqual([]);
    expect(await board(newId(), "weekly")).toMatchObject([{ id: ana.id, weeklyGiven: 5, dailyGiven: 0 }]);
    setClock(() => new Date("2026-03-31T22:00:00Z"));
    expect(await board(newId(), "monthly")).toEqual([]);
    expect(await board()).toHaveLength(1);
  });
});

describe("the histogram behind the ranks", () => {
  it("puts every amount between the bounds of its buckets, round sums first", async () => {
    const wrong = await database.db.execute(sql`
      select amount, digits from (
        select generate_series(1, 2000) as amount union all select 10 ^ n + d from generate_series(5, 15) n, generate_series(-1, 1) d
      ) amounts, lateral (select amount::bigint as a) a, (values (2), (4)) d (digits)
      where a < giving_floor(a, digits) or a >= giving_next(a, digits)
        or length(rtrim(giving_floor(a, digits)::text, '0')) > digits
        or giving_floor(giving_next(a, digits), digits) <> giving_next(a, digits)
        or giving_floor(giving_next(a, digits) - 1, digits) <> giving_floor(a, digits)
        or giving_next(giving_floor(a, 4), 2) <> giving_next(a, 2)
        or giving_place(a) not between 1 and 100
        or giving_place(a) <> giving_place(giving_floor(a, 4))
        or giving_place(giving_floor(a, 2)) <> 1
        or giving_floor(giving_next(a, 4), 2) = giving_floor(a, 2) and giving_place(giving_next(a, 4)) <= giving_place(a)`);
    expect(wrong).toEqual([]);
  });

  it("agrees with the totals however they come to be, folded in or not", async () => {
    const people = await Promise.all(Array.from({ length: 40 }, (_, n) => donor({ all: 100 + n * 97 })));
    for (let round = 1; round <= 20; round += 1) {
      await Promise.all(
        people.map(({ id }, n) =>
          database.db
            .update(givingTotals)
            .set({ amount: (n * 7919 * round) % 50_000 })
            .where(sql`user_id = ${id}`),
        ),
      );
    }
    await database.db.delete(givingTotals).where(sql`amount % 3 = 0`);
    await database.db.execute(sql`
      update users set total_given = coalesce((select amount from giving_totals where user_id = users.id and period = 'all'), 0)`);
    const folded = await database.db.execute(sql`select sum(people) from giving_histogram`);
    expect(folded[0]?.sum).not.toBeNull();
    const found = await findDisagreements(database.db, "Europe/Amsterdam");
    expect(found.filter(({ check }) => check.startsWith("the histogram counts"))).toEqual([]);
    const amounts = await database.db.select().from(givingTotals);
    for (const { userId, amount } of amounts.filter((row) => row.amount > 0)) {
      const more = amounts.filter((other) => other.amount > amount).length;
      expect(await ownStanding(database.db, userId, "all")).toEqual({ rank: more + 1, given: amount });
    }
  });
});

describe("the histogram of periods that are over", () => {
  // The other tests are in one of those periods.
  afterEach(async () => {
    await database.db.delete(givingTotals);
    await database.db.execute(sql`truncate giving_histogram, giving_histogram_changes`);
  });

  /** What a person gave on a day of that month, after which everything noted is folded in. */
  async function gaveOn(userId: string, day: number, amount: number): Promise<void> {
    await database.db.execute(sql`alter sequence giving_histogram_changes_id_seq restart 512`);
    await database.db
      .insert(givingTotals)
      .values({ userId, period: "daily", start: `2026-03-${day}`, amount })
      .onConflictDoUpdate({
        target: [givingTotals.userId, givingTotals.period, givingTotals.start],
        set: { amount },
      });
  }
  const days = async () => {
    const rows = await database.db.execute<{ day: number }>(sql`
      select distinct extract(day from start)::int as day from giving_histogram where period = 'daily' and people <> 0 order by 1`);
    return rows.map(({ day }) => day);
  };
  const on = (day: number) => setClock(() => new Date(`2026-03-${day}T12:00:00Z`));
  const expectRightHistogram = async () => {
    const found = await findDisagreements(database.db, "Europe/Amsterdam");
    expect(found.filter(({ check }) => check.startsWith("the histogram counts"))).toEqual([]);
  };

  it("is forgotten a day later, and what goes back in them disturbs nothing", async () => {
    const ana = await donor({ daily: 500 });
    const ben = await donor({ daily: 300 });
    await gaveOn(ben.id, 12, 700);
    await gaveOn(ben.id, 11, 700);
    expect(await days()).toEqual([10, 11, 12]);
    on(12);
    await forgetEndedPeriods(database.db);
    expect(await days()).toEqual([11, 12]);

    setClock(() => AT);
    await gaveOn(ana.id, 10, 100);
    expect(await days()).toEqual([10, 11, 12]);
    await expectRightHistogram();
    on(12);
    await database.db
      .update(users)
      .set({ dailyStart: "2026-03-12", dailyGiven: 700 })
      .where(sql`id = ${ben.id}`);
    expect(await ownStanding(database.db, ben.id, "daily")).toEqual({ rank: 1, given: 700 });
    await forgetEndedPeriods(database.db);
    expect(await days()).toEqual([11, 12]);
  });

  it("is kept of the last that anyone gave in", async () => {
    const ana = await donor({ all: 500, monthly: 500, weekly: 500, daily: 500 });
    await gaveOn(ana.id, 12, 100);
    setClock(() => new Date("2027-01-01T12:00:00Z"));
    await forgetEndedPeriods(database.db);
    expect(await days()).toEqual([12]);
    await expectRightHistogram();
  });
});

describe("privacy (D15)", () => {
  it("hides an amount from everyone but its owner; the rank counts", async () => {
    const shy = await donor({ all: 900, daily: 900 }, { hideGivenAmount: true });
    await donor({ all: 100 });
    const hidden = { totalGiven: null, monthlyGiven: null, weeklyGiven: null, dailyGiven: null };
    expect(await board()).toMatchObject([
      { id: shy.id, rank: 1, hideGivenAmount: true, ...hidden },
      { rank: 2 },
    ]);
    expect(await board(shy.id)).toMatchObject([{ rank: 1, totalGiven: 900, dailyGiven: 900 }, { rank: 2 }]);
  });

  it("names an anonymous person to themself only", async () => {
    const ghost = await donor(
      { all: 900 },
      { anonymousProfile: true, subscriptionTier: "diamond", username: "the-ghost", name: "Casper" },
    );
    const seen = await board();
    expect(seen).toMatchObject([
      { id: null, username: null, avatar: null, isPremium: false, rank: 1, totalGiven: 900 },
    ]);
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${ghost.id}|ghost|Casper`));
    expect(await board(ghost.id)).toMatchObject([{ id: ghost.id, username: "the-ghost", isPremium: true }]);
    expect(await board(newId(), "all", "ghost")).toEqual([]);
    expect(await board(ghost.id, "all", "ghost")).toMatchObject([{ id: ghost.id, rank: 1 }]);
  });
});

describe("search", () => {
  const found = async (text: string) =>
    (await board(newId(), "all", text)).map(({ rank, username }) => [rank, username]);

  it("finds part of a username in any case, with the true rank", async () => {
    await donor({ all: 900 }, { username: "first" });
    await donor({ all: 700 }, { username: "Maria.A" });
    await donor({ all: 700 }, { username: "second" });
    await donor({ all: 700 }, { username: "mariab" });
    await donor({ all: 500 }, { username: "third" });
    await donor({ all: 100 }, { username: "ANNAMARIA" });
    await donor({}, { username: "maria-gave-nothing" });
    expect(await found("mArIa")).toEqual([
      [2, "Maria.A"],
      [2, "mariab"],
      [6, "ANNAMARIA"],
    ]);
    expect(await found(" third ")).toEqual([[5, "third"]]);
  });

  it("takes every character as itself", async () => {
    await donor({ all: 3 }, { username: "under_score" });
    await donor({ all: 2 }, { username: "underXscore" });
    expect(await found("r_s")).toEqual([[1, "under_score"]]);
    for (const text of ["%", "r%s", "\\", "'", "\u0000", "ünder", "a b"])
      expect(await found(text)).toEqual([]);
  });

  it("finds anyone beyond the first 100, and agrees with the ranking", async () => {
    for (let count = 0; count < 130; count += 1) {
      await donor(
        { all: 1000 - Math.floor(count / 3) },
        { username: `many-${String(count).padStart(3, "0")}` },
      );
    }
    expect(await found("many-129")).toEqual([[130, "many-129"]]);
    const listed = (await board()).map(({ rank, username }) => [rank, username]);
    expect(await found("MANY")).toEqual(listed);
  });

  it("tells true ranks, whether those found stand next to each other or far apart", async () => {
    await database.db.execute(sql`
      with people as (
        insert into users (id, email, username, name, total_given, created_at, updated_at)
        select gen_random_uuid(), 'crowd' || n || '@example.org', 'crowd' || n, 'Crowd', 1 + n * 7919 % 1700, now(), now()
        from generate_series(1, 3000) n
        returning id, total_given
      )
      insert into giving_totals (user_id, period, start, amount) select id, 'all', '1970-01-01', total_given from people`);
    for (const text of ["crowd", "7", "77", "777", "crowd29"]) {
      const expected = await database.db.execute<{ rank: number; username: string }>(sql`
        select rank::int, username from (
          select username, user_id, rank() over (order by amount desc) from giving_totals join users on users.id = user_id
        ) ranked where username like ${`%${text}%`} order by rank, user_id limit 100`);
      expect(expected.length).toBeGreaterThan(1);
      expect(await found(text)).toEqual(expected.map(({ rank, username }) => [rank, username]));
    }
  });
});

describe("one's own standing", () => {
  it("is the rank that the list shows, and what one gave", async () => {
    await donor({ all: 500, daily: 1 });
    const twins = [await donor({ all: 300, daily: 2 }), await donor({ all: 300 })];
    const last = await donor({ all: 100 });
    const standing = (id: string, period: Period = "all") => ownStanding(database.db, id, period);
    for (const { id } of twins) expect(await standing(id)).toEqual({ rank: 2, given: 300 });
    expect(await standing(last.id)).toEqual({ rank: 4, given: 100 });
    expect(await standing(twins[0]?.id ?? "", "daily")).toEqual({ rank: 1, given: 2 });
    expect(await standing(last.id, "daily")).toEqual({ rank: null, given: 0 });
    expect(await standing(newId())).toEqual({ rank: null, given: 0 });
  });
});

describe("the index", () => {
  it("serves the list, the search and the standing", async () => {
    await database.db.execute(sql`
      insert into users (id, email, username, name, created_at, updated_at)
      select gen_random_uuid(), 'bulk' || n || '@example.org', 'bulk' || n, 'Bulk', now(), now()
      from generate_series(1, 20000) n`);
    await database.db.execute(sql`
      insert into giving_totals (user_id, period, start, amount)
      select id, 'all', '1970-01-01', 1 + (random() * 10000)::int from users where username like 'bulk%'`);
    await database.db.execute(sql`vacuum analyze giving_totals`);
    await database.db.execute(sql`vacuum analyze users`);
    const top = await explain(database.url, (db) => selectTop(db, "all", STARTS, 100));
    expect(top).toMatch(/Index (Only )?Scan using giving_totals_ranking/);
    expect(top).not.toMatch(/Seq Scan on (giving_totals|users)/);
    const search = await explain(database.url, (db) =>
      selectMatching(db, "all", STARTS, { text: "bulk7777", viewerId: newId(), limit: 100 }),
    );
    expect(search).toMatch(/Bitmap Index Scan on users_username_search/);
    expect(search).toMatch(/giving_totals_ranking/);
    expect(search).not.toMatch(/Seq Scan on (?!giving_histogram_changes)/);
    const standing = await explain(database.url, (db) => ownStanding(db, newId(), "all"));
    expect(standing).toMatch(/Index Only Scan using giving_totals_ranking/);
  });
});
