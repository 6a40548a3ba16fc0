import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { donationHistogram, donationHistogramChanges, donationTotals, users } from "@/db/schema";
import { pick, preparedQuery } from "@/db/statement";
import { givenIn, publicGivenIn, type Starts, shownAvatar } from "@/lib/domain/users/columns";
import type { PeriodStarts } from "@/lib/ground/periods";
import { PERIODS, type Period } from "@/lib/ground/vocabulary";
import { PAST_PLACES } from "./rules";

/** The advisory lock for writing the histogram, here and in its trigger (db/functions/donation_histogram.sql). */
const HISTOGRAM = sql.raw("7483202");

/** A person with their rank and what they gave publicly, in cents. */
export type BoardRow = Awaited<ReturnType<typeof selectMatching>>[number];

/** What a list shows of a person, all of it from their row. */
const shown = (starts: PeriodStarts) => ({
  ...pick(users, "id", "username"),
  avatar: shownAvatar.as("shown_avatar"),
  ...pick(users, "subscriptionTier", "subscriptionExpiry", "hideGivenAmount"),
  totalGiven: sql<number>`${users.publicGiven}`.mapWith(Number).as("given_all"),
  monthlyGiven: publicGivenIn("monthly", starts).mapWith(Number).as("given_monthly"),
  weeklyGiven: publicGivenIn("weekly", starts).mapWith(Number).as("given_weekly"),
  dailyGiven: publicGivenIn("daily", starts).mapWith(Number).as("given_daily"),
});

/** The first people of a period, by what they gave openly, with their ranks. */
const ranked = (period: Period, starts: PeriodStarts, limit: number) => sql`(
  select user_id, rank() over (order by public_amount desc) as rank
  from (
    select user_id, public_amount from ${donationTotals}
    where ${isListedIn(period, starts)}
    order by public_amount desc nulls last, user_id
    limit ${limit}
  ) top) ranked`;

/** The first `limit` people of a period, none anonymous, erased or hidden (D37); equal amounts share a rank (D31). */
export async function selectTop(db: Db, period: Period, starts: PeriodStarts, limit: number) {
  return db
    .select({ ...shown(starts), rank: sql<number>`ranked.rank`.mapWith(Number) })
    .from(ranked(period, starts, limit))
    .innerJoin(users, sql`${users.id} = ranked.user_id`)
    .orderBy(sql`ranked.rank`, users.id);
}

/** Which ranks people had in a period, among its first 1,000 places; who had none of them is left out. */
export async function selectRanksOf(
  db: Db,
  ids: readonly string[],
  period: Period,
  starts: PeriodStarts,
): Promise<Map<string, number>> {
  const rows = await db.execute<{ id: string; rank: number }>(sql`
    select user_id as id, rank::int from ${ranked(period, starts, PAST_PLACES)}
    where user_id = any(${uuids(ids)})`);
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}

/**
 * What a person gave in each of these months, in cents, and how many listed people gave more, counted to 1,000: more
 * than the person gave publicly, or in all if they are anonymous (D37). `ahead` is null without a donation that counts.
 * Months without any donation are left out.
 */
export async function selectMonths(db: Db, userId: string, months: readonly string[]) {
  const rows = await db.execute<{ start: string; given: string; ahead: number | null }>(sql`
    select month.start::text, month.amount as given, case when month.counted > 0 then (
      select count(*)::int from (
        select from ${donationTotals} other
        where other.period = 'monthly' and other.start = month.start and other.listed and other.public_amount > 0
          and other.public_amount > month.counted
        order by other.public_amount desc nulls last
        limit ${PAST_PLACES}
      ) more
    ) end as ahead
    from (
      select own.start, own.amount, case when person.anonymous_profile then own.amount else own.public_amount end as counted
      from ${donationTotals} own join ${users} person on person.id = own.user_id
      where own.user_id = ${userId} and own.period = 'monthly' and own.start = any(${`{${months.join()}}`}::date[])
    ) month`);
  return rows.map((row) => ({
    start: row.start,
    given: Number(row.given),
    rank: row.ahead === null ? null : row.ahead < PAST_PLACES ? row.ahead + 1 : ("beyond" as const),
  }));
}

type Search = {
  /** In lower case. */
  text: string;
  /** Names that begin with the text, or that contain it. */
  by: "beginning" | "part";
  /** The most names to read, in the order of an index. */
  names: number;
  /** Ids of people who are found in any case. */
  known: readonly string[];
  limit: number;
};

/**
 * Until the transaction ends: a timeout for each statement, and names are read by indexes only, because PostgreSQL
 * reads the whole table where it expects many names to match. Returns whether there is an index for parts of names
 * (db/migrations/0000_initial.sql).
 */
export async function boundSearch(tx: Tx, milliseconds: number): Promise<{ hasPartIndex: boolean }> {
  const [row] = await tx.execute<{ found: boolean }>(sql`
    select to_regclass('users_username_search') is not null as found, set_config('statement_timeout', ${String(milliseconds)}, true),
      set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`);
  return { hasPartIndex: row?.found ?? false };
}

/**
 * The best `limit` people of a period whose username matches, and always the one whose username is the text, with their
 * true ranks. Those near the best of them (all, when many names match) are ranked by reading on from there, each of the
 * others by the histogram.
 */
export async function selectMatching(db: Db, period: Period, starts: PeriodStarts, search: Search) {
  const given = publicGivenIn(period, starts);
  const found = db.$with("found").as(
    db
      .select({ ...shown(starts), amount: given.as("amount") })
      .from(users)
      .where(
        and(
          sql`${users.id} = any(array(${namesWith(search)}) || ${uuids(search.known)})`,
          eq(users.anonymousProfile, false),
          isNull(users.erasedAt),
          isNull(users.hiddenAt),
          sql`${given} > 0`,
        ),
      )
      .orderBy(sql`lower(${users.username}) = ${search.text} desc`, sql`${given} desc`, users.id)
      .limit(search.limit),
  );
  const best = sql`(select max(amount) from found)`;
  const near = sql`(
    select amount, min(place) as place
    from (
      select amount, rank() over (order by amount desc) as place
      from (
        select public_amount as amount from ${donationTotals}
        where ${isListedIn(period, starts)} and public_amount between (select min(amount) from found) and ${best}
        order by public_amount desc nulls last, user_id
        limit ${2 * search.limit}
      ) next
    ) places
    group by amount) near`;
  const rank = sql<number>`coalesce(near.place + (select ${ahead(best, period, starts)}), 1 + ${ahead(sql`found.amount`, period, starts)})`;
  return db
    .with(found)
    .select({
      ...pick(found, "id", "username", "avatar", "subscriptionTier", "subscriptionExpiry"),
      ...pick(found, "hideGivenAmount", "totalGiven", "monthlyGiven", "weeklyGiven", "dailyGiven"),
      rank: rank.mapWith(Number).as("rank"),
    })
    .from(found)
    .leftJoin(near, sql`near.amount = found.amount`)
    .orderBy(sql`rank`, found.id);
}

/** The ids of the first people whose names match, in the order of the index; at most `names`, to bound the costs. */
function namesWith({ text, by, names }: Search): SQL {
  const name = sql`lower(${users.username})`;
  // No character of a name comes after a tilde.
  if (by === "beginning") {
    const ordered = sql`${name} collate "C"`;
    return sql`select id from ${users} where ${ordered} >= ${text} and ${ordered} < ${`${text}~`} order by ${ordered} limit ${names}`;
  }
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(select id from ${users} where ${name} like ${pattern} limit ${names})
    union all (select id from ${users} where ${name} = ${text})`;
}

const uuids = (ids: readonly string[]) => sql`${`{${ids.join()}}`}::uuid[]`;

const STARTS: Starts = {
  all: sql.placeholder("all"),
  monthly: sql.placeholder("monthly"),
  weekly: sql.placeholder("weekly"),
  daily: sql.placeholder("daily"),
};

const ownRankIn = (period: Period) =>
  preparedQuery((db) => {
    const given = sql<number>`case when ${users.anonymousProfile} then ${givenIn(period, STARTS)} else ${publicGivenIn(period, STARTS)} end`;
    return db
      .select({
        given: given.mapWith(Number),
        ahead: ahead(given, period, STARTS).mapWith(Number),
        isListed: sql<boolean>`not ${users.anonymousProfile} and ${users.hiddenAt} is null`,
      })
      .from(users)
      .where(and(eq(users.id, sql.placeholder("userId")), sql`${given} > 0`))
      .prepare(`own_rank_${period}`);
  });

const ownRanks = {
  all: ownRankIn("all"),
  monthly: ownRankIn("monthly"),
  weekly: ownRankIn("weekly"),
  daily: ownRankIn("daily"),
};

/**
 * What a person gave in a period, in cents, and how many listed people gave more. It counts what they gave publicly;
 * for an anonymous person all that they gave (D37). Null when that is nothing.
 */
export async function selectOwnRank(db: Db, userId: string, period: Period, starts: PeriodStarts) {
  const [row] = await ownRanks[period](db).execute({ userId, ...starts });
  return row ?? null;
}

/** Among how many people above one is sought who does not hide what they gave. */
const LOOKED_AT_ABOVE = 100;

/**
 * The nearest listed person above a listed person who does not hide what they gave, and by how many cents they are
 * ahead; null for who gave nothing openly or is not listed. `isFirst` when nobody gave more.
 */
export async function selectNextAbove(db: Db, userId: string, period: Period, starts: PeriodStarts) {
  const listed = sql`${donationTotals} where ${isListedIn(period, starts)}`;
  const [row] = await db.execute<{ username: string | null; behind: string | null; isFirst: boolean }>(sql`
    with me as (
      select ${publicGivenIn(period, starts)} as given from ${users}
      where ${users.id} = ${userId} and not ${users.anonymousProfile} and ${users.erasedAt} is null
        and ${users.hiddenAt} is null
    )
    select next.username, next.public_amount - me.given as behind,
      me.given >= (select public_amount from ${listed} order by public_amount desc nulls last limit 1) as "isFirst"
    from me left join lateral (
      select other.username, near.public_amount
      from (
        select user_id, public_amount from ${listed} and public_amount > me.given
        order by public_amount nulls first, user_id desc
        limit ${LOOKED_AT_ABOVE}
      ) near
      join ${users} other on other.id = near.user_id and not other.hide_given_amount
      order by near.public_amount nulls first, near.user_id desc
      limit 1
    ) next on true
    where me.given > 0`);
  return row ? { ...row, behind: row.behind === null ? null : Number(row.behind) } : null;
}

/**
 * How many listed people gave more than an amount in a period. The histogram has those with higher first two digits,
 * and of those with the same two the ones with higher third and fourth; those with the same four digits are counted.
 */
function ahead(amount: SQL, period: Period, starts: Starts): SQL<number> {
  const inPeriod = sql`period = ${period} and start = ${starts[period]}`;
  return sql<number>`(
    (select coalesce(sum(people), 0) from ${donationHistogram} where ${inPeriod} and bucket > donation_floor(${amount}, 2))
    + (
      select coalesce(sum(here), 0) from ${donationHistogram}, unnest(places[donation_place(${amount}) + 1:]) here
      where ${inPeriod} and bucket = donation_floor(${amount}, 2)
    )
    + (select coalesce(sum(change), 0) from ${donationHistogramChanges} where ${inPeriod} and bucket > donation_floor(${amount}, 4))
    + (
      select count(*) from ${donationTotals} other
      where other.period = ${period} and other.start = ${starts[period]} and other.listed and other.public_amount > 0
        and other.public_amount > ${amount} and other.public_amount < (select donation_next(${amount}, 4))
    ))`;
}

/** The condition of the partial index that serves the ranking. */
function isListedIn(period: Period, starts: PeriodStarts): SQL | undefined {
  return and(
    eq(donationTotals.period, period),
    eq(donationTotals.start, starts[period]),
    sql`${donationTotals.listed} and ${donationTotals.publicAmount} > 0`,
  );
}

/**
 * Deletes the histogram of periods before these dates, except the last of each length, which the books' checks need.
 */
export async function deleteHistogramBefore(db: Db, starts: PeriodStarts): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${HISTOGRAM})`);
    for (const period of PERIODS) {
      const last = sql`(select max(start) from ${donationHistogram} where period = ${period})`;
      await tx
        .delete(donationHistogram)
        .where(sql`period = ${period} and start < least(${starts[period]}, ${last})`);
    }
  });
}
