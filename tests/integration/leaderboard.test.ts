import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findDisagreements } from "@/db/checks";
import { donationTotals, newId, users } from "@/db/schema";
import { forgetEndedPeriods } from "@/lib/domain/leaderboard/forget-ended-periods";
import { findOwnRank, listBoard, listLeaderboard, nextAbove } from "@/lib/domain/leaderboard/queries";
import { inSearchPlace } from "@/lib/domain/leaderboard/search-places";
import { boundSearch, selectMatching, selectRanksOf, selectTop } from "@/lib/domain/leaderboard/store";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { setClock } from "@/lib/ground/clock";
import type { Period } from "@/lib/ground/vocabulary";
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
  await database.db.delete(donationTotals);
  // The people of earlier tests gave nothing.
  await database.db
    .update(users)
    .set({ totalGiven: 0, publicGiven: 0, monthlyStart: null, weeklyStart: null, dailyStart: null });
  return () => setClock();
});

type Options = Parameters<typeof addPerson>[1];

type Given = Partial<Record<Period, number>>;

/** A donor with what they gave in each period in cents; `openly` is the part that is not anonymous. */
async function donor(given: Given, options: Options = {}, openly: Given = given) {
  const person = await addPerson(database.db, options);
  const listed = !options.anonymousProfile;
  for (const [period, amount] of Object.entries(given) as [Period, number][]) {
    const publicAmount = openly[period] ?? 0;
    await database.db
      .insert(donationTotals)
      .values({ userId: person.id, period, start: STARTS[period], amount, publicAmount, listed });
  }
  await database.db
    .update(users)
    .set({
      totalGiven: given.all ?? 0,
      publicGiven: openly.all ?? 0,
      ...(given.monthly && {
        monthlyStart: STARTS.monthly,
        monthlyGiven: given.monthly,
        monthlyPublic: openly.monthly ?? 0,
      }),
      ...(given.weekly && {
        weeklyStart: STARTS.weekly,
        weeklyGiven: given.weekly,
        weeklyPublic: openly.weekly ?? 0,
      }),
      ...(given.daily && {
        dailyStart: STARTS.daily,
        dailyGiven: given.daily,
        dailyPublic: openly.daily ?? 0,
      }),
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

  it("lists nobody while a decision hides them, in no period and no search; ranks count the others", async () => {
    await donor({ all: 300 });
    const hidden = await donor({ all: 500 }, { username: "hidden-one" });
    const turn = (hiddenAt: Date | null) =>
      database.db.update(users).set({ hiddenAt }).where(sql`id = ${hidden.id}`);
    const disagreements = async () =>
      (await findDisagreements(database.db, "Europe/Amsterdam")).filter(({ check }) =>
        check.includes("leaderboard lists"),
      );
    await turn(AT);
    expect((await board()).map(({ rank, totalGiven }) => [rank, totalGiven])).toEqual([[1, 300]]);
    expect(await board(newId(), "all", "hidden-one")).toEqual([]);
    expect(await findOwnRank(database.db, hidden.id, "all")).toMatchObject({ isListed: false });
    expect(await nextAbove(database.db, hidden.id, "all")).toBeNull();
    expect(await disagreements()).toEqual([]);
    await turn(null);
    expect((await board()).map(({ rank, totalGiven }) => [rank, totalGiven])).toEqual([
      [1, 500],
      [2, 300],
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

  it("begins again with each period, in the platform's time zone (D30)", async () => {
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
      where a < donation_floor(a, digits) or a >= donation_next(a, digits)
        or length(rtrim(donation_floor(a, digits)::text, '0')) > digits
        or donation_floor(donation_next(a, digits), digits) <> donation_next(a, digits)
        or donation_floor(donation_next(a, digits) - 1, digits) <> donation_floor(a, digits)
        or donation_next(donation_floor(a, 4), 2) <> donation_next(a, 2)
        or donation_place(a) not between 1 and 100
        or donation_place(a) <> donation_place(donation_floor(a, 4))
        or donation_place(donation_floor(a, 2)) <> 1
        or donation_floor(donation_next(a, 4), 2) = donation_floor(a, 2) and donation_place(donation_next(a, 4)) <= donation_place(a)`);
    expect(wrong).toEqual([]);
  });

  it("agrees with the totals however they come to be, folded in or not", async () => {
    const people = await Promise.all(Array.from({ length: 40 }, (_, n) => donor({ all: 100 + n * 97 })));
    for (let round = 1; round <= 20; round += 1) {
      await Promise.all(
        people.map(({ id }, n) =>
          database.db
            .update(donationTotals)
            .set({ amount: 50_000, publicAmount: (n * 7919 * round) % 50_000, listed: (n + round) % 7 > 0 })
            .where(sql`user_id = ${id}`),
        ),
      );
    }
    await database.db.delete(donationTotals).where(sql`public_amount % 3 = 0`);
    await database.db.execute(sql`
      update users set total_given = coalesce(amount, 0), public_given = coalesce(public_amount, 0)
      from users u left join donation_totals on user_id = u.id and period = 'all' where users.id = u.id`);
    const folded = await database.db.execute(sql`select sum(people) from donation_histogram`);
    expect(folded[0]?.sum).not.toBeNull();
    const found = await findDisagreements(database.db, "Europe/Amsterdam");
    expect(found.filter(({ check }) => check.startsWith("the histogram counts"))).toEqual([]);
    const amounts = await database.db.select().from(donationTotals);
    expect(amounts.some(({ listed }) => !listed)).toBe(true);
    for (const { userId, publicAmount: given } of amounts.filter((row) => row.publicAmount > 0)) {
      const more = amounts.filter((other) => other.listed && other.publicAmount > given).length;
      expect(await findOwnRank(database.db, userId, "all")).toMatchObject({ rank: more + 1, given });
    }
  });
});

describe("the histogram of periods that are over", () => {
  // The other tests are in one of those periods.
  afterEach(async () => {
    await database.db.delete(donationTotals);
    await database.db.execute(sql`truncate donation_histogram, donation_histogram_changes`);
  });

  /** What a person gave on a day of that month, after which everything noted is folded in. */
  async function gaveOn(userId: string, day: number, amount: number): Promise<void> {
    await database.db.execute(sql`alter sequence donation_histogram_changes_id_seq restart 512`);
    await database.db
      .insert(donationTotals)
      .values({ userId, period: "daily", start: `2026-03-${day}`, amount, publicAmount: amount })
      .onConflictDoUpdate({
        target: [donationTotals.userId, donationTotals.period, donationTotals.start],
        set: { amount, publicAmount: amount },
      });
  }
  const days = async () => {
    const rows = await database.db.execute<{ day: number }>(sql`
      select distinct extract(day from start)::int as day from donation_histogram where period = 'daily' and people <> 0 order by 1`);
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
      .set({ dailyStart: "2026-03-12", dailyGiven: 700, dailyPublic: 700 })
      .where(sql`id = ${ben.id}`);
    expect(await findOwnRank(database.db, ben.id, "daily")).toMatchObject({ rank: 1, given: 700 });
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

  it("does not list an anonymous person, whose place stays empty for nobody (D37)", async () => {
    const first = await donor({ all: 900 });
    const ghost = await donor({ all: 800 }, { anonymousProfile: true, username: "the-ghost" });
    const last = await donor({ all: 700 });
    const ranks = [
      [first.id, 1],
      [last.id, 2],
    ];
    for (const viewer of [newId(), ghost.id, last.id]) {
      expect((await board(viewer)).map(({ id, rank }) => [id, rank])).toEqual(ranks);
      expect(await board(viewer, "all", "ghost")).toEqual([]);
    }
    expect(await findOwnRank(database.db, last.id, "all")).toEqual({ rank: 2, given: 700, isListed: true });
    expect(await findOwnRank(database.db, ghost.id, "all")).toEqual({ rank: 2, given: 800, isListed: false });
  });

  it("counts only what was given openly (D36)", async () => {
    const mixed = await donor({ all: 900, daily: 600 }, {}, { all: 300, daily: 200 });
    const silent = await donor({ all: 5_000 }, {}, {});
    await donor({ all: 400, daily: 100 });
    expect(await board()).toMatchObject([
      { rank: 1, totalGiven: 400 },
      { id: mixed.id, rank: 2, totalGiven: 300, dailyGiven: 200 },
    ]);
    expect(await board(newId(), "daily")).toMatchObject([{ id: mixed.id }, { dailyGiven: 100 }]);
    expect(await findOwnRank(database.db, mixed.id, "all")).toMatchObject({ rank: 2, given: 300 });
    expect(await findOwnRank(database.db, silent.id, "all")).toMatchObject({ rank: null });
  });

  it("lists a person as soon as they turn anonymity off, and no longer once it is on or they are erased", async () => {
    const person = await donor({ all: 900, daily: 10 }, {}, { all: 500, daily: 10 });
    await donor({ all: 100 });
    const listed = async () => (await board()).map(({ id, rank }) => (id === person.id ? `#${rank}` : rank));
    const turn = (change: Partial<typeof users.$inferInsert>) =>
      database.db.update(users).set(change).where(sql`id = ${person.id}`);
    expect(await listed()).toEqual(["#1", 2]);
    await turn({ anonymousProfile: true });
    expect(await listed()).toEqual([1]);
    await turn({ anonymousProfile: true });
    await turn({ anonymousProfile: false });
    expect(await listed()).toEqual(["#1", 2]);
    await database.db.transaction((tx) => erasePerson(tx, person.id, AT));
    expect(await listed()).toEqual([1]);
    const found = await findDisagreements(database.db, "Europe/Amsterdam");
    const checks = found.map(({ check }) => check);
    expect(checks.filter((check) => /^the (histogram counts|leaderboard lists)/.test(check))).toEqual([]);
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

  it("finds by fewer than three letters or digits in a row only names that begin so (D43)", async () => {
    await donor({ all: 900 }, { username: "Abel" });
    await donor({ all: 800 }, { username: "kabel" });
    await donor({ all: 700 }, { username: "ab-initio" });
    await donor({ all: 600 }, { username: "a.b.c" });
    expect(await found("ab")).toEqual([
      [1, "Abel"],
      [3, "ab-initio"],
    ]);
    expect(await found("a.b")).toEqual([[4, "a.b.c"]]);
    expect(await found("B")).toEqual([]);
    expect(await found("bel")).toEqual([
      [1, "Abel"],
      [2, "kabel"],
    ]);
  });

  it("that takes too long is ended by the database (trust 35)", async () => {
    const slow = inSearchPlace("somebody", () =>
      database.db.transaction(async (tx) => {
        await boundSearch(tx, 20);
        await tx.execute(sql`select pg_sleep(5)`);
      }),
    );
    await expect(slow).rejects.toMatchObject({ code: "RATE_LIMITED", retryAfter: 2 });
    const [row] = await database.db.execute(sql`select current_setting('statement_timeout') as left`);
    expect(row).toEqual({ left: "0" });
  });

  it("of more names than it looks at shows the first places, and the name itself", async () => {
    await database.db.execute(sql`
      with people as (
        insert into users (id, email, username, name, total_given, public_given, created_at, updated_at)
        select gen_random_uuid(), 'swarm' || n || '@example.org', 'swarm' || n, 'Swarm', n, n, now(), now() from generate_series(1, 3000) n
        returning id, total_given
      )
      insert into donation_totals (user_id, period, start, amount, public_amount) select id, 'all', '1970-01-01', total_given, total_given from people`);
    await database.db.execute(sql`vacuum analyze donation_totals`);
    for (let count = 0; count < 60; count += 1) await donor({ all: 5_000 + count });
    const firsts = Array.from({ length: 40 }, (_, n) => [61 + n, `swarm${3_000 - n}`]);
    for (const text of ["swarm", "sw"]) expect((await found(text)).slice(0, 40)).toEqual(firsts);
    await donor({ all: 1 }, { username: "war" });
    expect(await found("war")).toContainEqual([3_060, "war"]);
  });

  it("takes every character as itself", async () => {
    await donor({ all: 3 }, { username: "under_score" });
    await donor({ all: 2 }, { username: "underXscore" });
    expect(await found("under_s")).toEqual([[1, "under_score"]]);
    expect(await found("r_score")).toEqual([[1, "under_score"]]);
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
        insert into users (id, email, username, name, total_given, public_given, created_at, updated_at)
        select gen_random_uuid(), 'crowd' || n || '@example.org', 'crowd' || n, 'Crowd', given, given, now(), now()
        from generate_series(1, 3000) n, lateral (select 1 + n * 7919 % 1700 as given) g
        returning id, total_given
      )
      insert into donation_totals (user_id, period, start, amount, public_amount) select id, 'all', '1970-01-01', total_given, total_given from people`);
    await database.db.execute(sql`vacuum analyze donation_totals`);
    for (const text of ["crowd", "222", "777", "owd12", "rowd29"]) {
      const expected = await database.db.execute<{ rank: number; username: string }>(sql`
        select rank::int, username from (
          select username, user_id, rank() over (order by amount desc) from donation_totals join users on users.id = user_id
        ) ranked where username like ${`%${text}%`} order by rank, user_id limit 100`);
      expect(expected.length).toBeGreaterThan(1);
      expect(await found(text)).toEqual(expected.map(({ rank, username }) => [rank, username]));
    }
  });
});

describe("one's own rank", () => {
  it("is the rank that the list shows, and what one gave", async () => {
    await donor({ all: 500, daily: 1 });
    const twins = [await donor({ all: 300, daily: 2 }), await donor({ all: 300 })];
    const last = await donor({ all: 100 });
    const ownRank = (id: string, period: Period = "all") => findOwnRank(database.db, id, period);
    for (const { id } of twins) expect(await ownRank(id)).toEqual({ rank: 2, given: 300, isListed: true });
    expect(await ownRank(last.id)).toMatchObject({ rank: 4, given: 100 });
    expect(await ownRank(twins[0]?.id ?? "", "daily")).toMatchObject({ rank: 1, given: 2 });
    expect(await ownRank(last.id, "daily")).toMatchObject({ rank: null, given: 0 });
    expect(await ownRank(newId())).toMatchObject({ rank: null, given: 0 });
  });
});

describe("whom one passes next", () => {
  const next = (person: { id: string }, period: Period = "all") => nextAbove(database.db, person.id, period);

  it("is the nearest above, and the amount really passes them", async () => {
    const first = await donor({ all: 5_050, weekly: 10 }, { username: "the-first" });
    const second = await donor({ all: 3_000 }, { username: "the-second" });
    const third = await donor({ all: 2_901, weekly: 510 }, { username: "the-third" });
    const fourth = await donor({ all: 1_000 });
    expect(await next(fourth)).toEqual({ state: "behind", username: "the-third", more: 2_000 });
    expect(await next(third)).toEqual({ state: "behind", username: "the-second", more: 100 });
    // 20.50 ahead: 20 would not do.
    expect(await next(second)).toEqual({ state: "behind", username: "the-first", more: 2_100 });
    expect(await next(first)).toEqual({ state: "first" });
    expect(await next(first, "weekly")).toEqual({ state: "behind", username: "the-third", more: 600 });
    expect(await next(fourth, "weekly")).toBeNull();
    expect(await next({ id: newId() })).toBeNull();
  });

  it("of those who share a rank names one, and who shares the first place is first", async () => {
    const twins = [await donor({ all: 700 }), await donor({ all: 700 })];
    const last = await donor({ all: 500 });
    expect(await next(last)).toMatchObject({ state: "behind", more: 300 });
    for (const twin of twins) expect(await next(twin)).toEqual({ state: "first" });
  });

  it("is never worked out from an amount that is hidden or was given anonymously (D15, D37)", async () => {
    await donor({ all: 9_000 }, { username: "the-open" });
    await donor({ all: 1_100 }, { hideGivenAmount: true });
    await donor({ all: 1_200 }, { anonymousProfile: true });
    await donor({ all: 8_000 }, {}, { all: 400 });
    const last = await donor({ all: 1_000 });
    expect(await next(last)).toEqual({ state: "behind", username: "the-open", more: 8_100 });
    await database.db.update(users).set({ hideGivenAmount: true }).where(sql`username = 'the-open'`);
    expect(await next(last)).toBeNull();
  });

  it("is nobody for who is anonymous or erased, and never somebody who is", async () => {
    const above = await donor({ all: 900 });
    const ghost = await donor({ all: 800 }, { anonymousProfile: true });
    const last = await donor({ all: 100 });
    expect(await next(ghost)).toBeNull();
    await database.db.transaction((tx) => erasePerson(tx, above.id, AT));
    expect(await next(above)).toBeNull();
    expect(await next(last)).toEqual({ state: "first" });
  });
});

describe("rise and fall", () => {
  const BEFORE = { all: "1970-01-01", monthly: "2026-02-01", weekly: "2026-03-02", daily: "2026-03-09" };

  /** What a person gave openly in the period before. */
  const gaveBefore = (person: { id: string }, period: Period, amount: number, listed = true) =>
    database.db
      .insert(donationTotals)
      .values({ userId: person.id, period, start: BEFORE[period], amount, publicAmount: amount, listed });
  const movements = async (period: Period, search?: string) =>
    (await listBoard(database.db, { period, search, viewerId: newId() })).map(({ movement }) => movement);

  it.each(["monthly", "weekly", "daily"] as const)("is against the list before: %s", async (period) => {
    const [ana, ben, cem] = [
      await donor({ [period]: 900 }),
      await donor({ [period]: 800 }),
      await donor({ [period]: 700 }),
    ];
    await donor({ [period]: 600 });
    const gone = await donor({ [period]: 500 });
    await gaveBefore(ben, period, 5_000);
    await gaveBefore(cem, period, 20);
    await gaveBefore(gone, period, 20);
    // Also who gives nothing now had a place.
    await gaveBefore(await donor({}), period, 100);
    await gaveBefore(ana, period, 10);
    expect(await movements(period)).toEqual([
      { to: "up", places: 4 },
      { to: "down", places: 1 },
      { to: "same" },
      { to: "new" },
      { to: "down", places: 2 },
    ]);
    expect(await movements(period, "person")).toEqual([null, null, null, null, null]);
  });

  it("of all time is among those shown, against what they had given before this week", async () => {
    await donor({ all: 1_000, weekly: 900 });
    await donor({ all: 900 });
    await donor({ all: 800, weekly: 800 });
    await donor({ all: 500, weekly: 400 });
    expect(await movements("all")).toEqual([
      { to: "up", places: 1 },
      { to: "down", places: 1 },
      { to: "new" },
      { to: "down", places: 2 },
    ]);
  });

  it("is not shown where nobody was on the list before", async () => {
    await donor({ all: 10, weekly: 10 });
    expect(await movements("weekly")).toEqual([null]);
    expect(await movements("all")).toEqual([null]);
    expect(await movements("daily")).toEqual([]);
  });

  it("leaves out who is anonymous or erased, and counts who hides what they gave, without their amount", async () => {
    const ghost = await donor({}, { anonymousProfile: true });
    await gaveBefore(ghost, "weekly", 9_000, false);
    const erased = await donor({ weekly: 950 });
    await gaveBefore(erased, "weekly", 8_000);
    const shy = await donor({ all: 900, weekly: 900 }, { hideGivenAmount: true });
    await gaveBefore(shy, "weekly", 30);
    const open = await donor({ all: 800, weekly: 800 });
    await gaveBefore(open, "weekly", 40);
    await database.db.transaction((tx) => erasePerson(tx, erased.id, AT));
    const board = await listBoard(database.db, { period: "weekly", viewerId: open.id });
    expect(board).toMatchObject([
      { id: shy.id, rank: 1, weeklyGiven: null, totalGiven: null, movement: { to: "up", places: 1 } },
      { id: open.id, rank: 2, movement: { to: "down", places: 1 } },
    ]);
  });
});

describe("the index", () => {
  beforeEach(async () => {
    await database.db.execute(sql`
      insert into users (id, email, username, name, public_given, total_given, created_at, updated_at)
      select gen_random_uuid(), 'bulk' || n || '@example.org', 'bulk' || n, 'Bulk', given, given, now(), now()
      from generate_series(1, 20000) n, lateral (select 1 + (random() * 10000)::int as given where n > 0) g
      on conflict do nothing`);
    await database.db.execute(sql`
      insert into donation_totals (user_id, period, start, amount, public_amount)
      select id, 'all', '1970-01-01', public_given, public_given from users where username like 'bulk%'`);
    await database.db.execute(sql`vacuum analyze donation_totals`);
    await database.db.execute(sql`vacuum analyze users`);
  });

  it("serves the list, the search and one's own rank", async () => {
    const top = await explain(database.url, (db) => selectTop(db, "all", STARTS, 100));
    expect(top).toMatch(/Index (Only )?Scan using donation_totals_ranking/);
    expect(top).not.toMatch(/Seq Scan on (donation_totals|users)/);
    const search = (text: string, by: "beginning" | "part") =>
      explain(database.url, (db) =>
        selectMatching(db, "all", STARTS, { text, by, names: 1_000, known: [newId()], limit: 100 }),
      );
    const part = await search("bulk7777", "part");
    expect(part).toMatch(/Bitmap Index Scan on users_username_search/);
    const beginning = await search("bu", "beginning");
    expect(beginning).toMatch(/Index Scan using users_username_beginning/);
    for (const plan of [part, beginning]) {
      expect(plan).toMatch(/donation_totals_ranking/);
      expect(plan).not.toMatch(/Seq Scan on (?!donation_histogram_changes)/);
      // As a bare call it would run for each row that is read, where PostgreSQL does not use the index for it.
      expect(plan).not.toMatch(/donation_next/);
    }
    const before = await explain(database.url, (db) => selectRanksOf(db, [newId()], "all", STARTS));
    expect(before).toMatch(/Index Only Scan using donation_totals_ranking/);
    expect(before).not.toMatch(/Seq Scan/);
    const [person] = await database.db.select().from(users).where(sql`username = 'bulk5000'`);
    const next = await explain(database.url, (db) => nextAbove(db, person?.id ?? "", "all"));
    expect(next).toMatch(/Index Only Scan Backward using donation_totals_ranking/);
    expect(next).not.toMatch(/Seq Scan on (donation_totals|users)/);
    const ownRank = await explain(database.url, (db) => findOwnRank(db, newId(), "all"));
    expect(ownRank).toMatch(/Index Only Scan using donation_totals_ranking/);
  });

  it("is all that a search reads of names, by their part or their beginning (D43)", async () => {
    const settings = await database.db.transaction(async (tx) => {
      expect(await boundSearch(tx, 1_000)).toEqual({ hasPartIndex: true });
      const [row] = await tx.execute<Record<string, string>>(sql`
        select current_setting('enable_seqscan') as enable_seqscan, current_setting('statement_timeout') as statement_timeout`);
      return row;
    });
    expect(settings).toEqual({ enable_seqscan: "off", statement_timeout: "1s" });
    for (const [text, by] of [
      ["bulk", "part"],
      ["xqj", "part"],
      ["777", "part"],
      ["b", "beginning"],
      ["xq", "beginning"],
    ] as const) {
      const plan = await explain(
        database.url,
        (db) => selectMatching(db, "all", STARTS, { text, by, names: 1_000, known: [], limit: 100 }),
        settings,
      );
      expect(plan, text).toMatch(by === "part" ? /users_username_search/ : /users_username_beginning/);
      expect(plan, text).not.toMatch(/Seq Scan on users/);
    }
  });
});
