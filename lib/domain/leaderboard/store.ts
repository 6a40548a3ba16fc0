import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { givingHistogram, givingHistogramChanges, givingTotals, users } from "@/db/schema";
import { givenIn, openlyGivenIn, shownAvatar } from "@/lib/domain/users/store";
import type { PeriodStarts } from "@/lib/ground/periods";
import { PERIODS, type Period } from "@/lib/ground/vocabulary";

/** Names the advisory lock under which the histogram is written, here and where its trigger folds changes in. */
const HISTOGRAM = sql.raw("7483202");

/** People at their places, with what they gave openly, in cents. */
export type StandingRow = Awaited<ReturnType<typeof selectMatching>>[number];

/** What a list shows of a person, all of it in their own row. */
const shown = (starts: PeriodStarts) => ({
  id: users.id,
  username: users.username,
  avatar: shownAvatar.as("shown_avatar"),
  subscriptionTier: users.subscriptionTier,
  subscriptionExpiry: users.subscriptionExpiry,
  hideGivenAmount: users.hideGivenAmount,
  totalGiven: sql<number>`${users.publicGiven}`.mapWith(Number).as("given_all"),
  monthlyGiven: openlyGivenIn("monthly", starts).mapWith(Number).as("given_monthly"),
  weeklyGiven: openlyGivenIn("weekly", starts).mapWith(Number).as("given_weekly"),
  dailyGiven: openlyGivenIn("daily", starts).mapWith(Number).as("given_daily"),
});

/**
 * The people on the first `limit` places of a period; equal amounts share a rank (D31). Anonymous and erased people
 * have no place (D37).
 */
export async function selectTop(db: Db, period: Period, starts: PeriodStarts, limit: number) {
  const ranked = sql`(
    select user_id, rank() over (order by public_amount desc) as rank
    from (
      select user_id, public_amount from ${givingTotals}
      where ${isListedIn(period, starts)}
      order by public_amount desc nulls last, user_id
      limit ${limit}
    ) top) ranked`;
  return db
    .select({ ...shown(starts), rank: sql<number>`ranked.rank`.mapWith(Number) })
    .from(ranked)
    .innerJoin(users, sql`${users.id} = ranked.user_id`)
    .orderBy(sql`ranked.rank`, users.id);
}

type Search = {
  /** In lower case. */
  text: string;
  /** How the names are found: those that begin with the text, or those that have it anywhere. */
  by: "beginning" | "part";
  /** The most names that are looked at, in the order of an index. */
  names: number;
  /** People who are found besides: their names are known to have the text. */
  known: readonly string[];
  limit: number;
};

/**
 * Within a transaction: ends each statement that takes longer, and has names read by their indexes only, because
 * PostgreSQL would read the whole table where it guesses that a text is in many names. Answers whether there is an
 * index for parts of names (db/migrations/0000_initial.sql).
 */
export async function boundSearch(tx: Tx, milliseconds: number): Promise<{ hasPartIndex: boolean }> {
  const [row] = await tx.execute<{ found: boolean }>(sql`
    select to_regclass('users_username_search') is not null as found, set_config('statement_timeout', ${String(milliseconds)}, true),
      set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`);
  return { hasPartIndex: row?.found ?? false };
}

/**
 * The best `limit` people of a period whose username has a text, and always the one whose it is, with their true ranks.
 * Those near the best of them (all of them when many names have the text) are ranked by reading on from there, each of
 * the others by the histogram.
 */
export async function selectMatching(db: Db, period: Period, starts: PeriodStarts, search: Search) {
  const given = openlyGivenIn(period, starts);
  const found = db.$with("found").as(
    db
      .select({ ...shown(starts), amount: given.as("amount") })
      .from(users)
      .where(
        and(
          sql`${users.id} = any(array(${namesWith(search)}) || ${uuids(search.known)})`,
          eq(users.anonymousProfile, false),
          isNull(users.erasedAt),
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
        select public_amount as amount from ${givingTotals}
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
      id: found.id,
      username: found.username,
      avatar: found.avatar,
      subscriptionTier: found.subscriptionTier,
      subscriptionExpiry: found.subscriptionExpiry,
      hideGivenAmount: found.hideGivenAmount,
      totalGiven: found.totalGiven,
      monthlyGiven: found.monthlyGiven,
      weeklyGiven: found.weeklyGiven,
      dailyGiven: found.dailyGiven,
      rank: rank.mapWith(Number).as("rank"),
    })
    .from(found)
    .leftJoin(near, sql`near.amount = found.amount`)
    .orderBy(sql`rank`, found.id);
}

/**
 * The ids of the first people whose names have the text, `names` at most, so that no text costs more than another.
 * Their order is the index's, and no other index is read for it.
 */
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

/**
 * A person's own place in a period, in cents and by how many gave more: by what they gave openly; for an anonymous
 * person by all that they gave, among those who are listed (D37). Null when that is nothing.
 */
export async function selectStanding(db: Db, userId: string, period: Period, starts: PeriodStarts) {
  const given = sql<number>`case when ${users.anonymousProfile} then ${givenIn(period, starts)} else ${openlyGivenIn(period, starts)} end`;
  const [row] = await db
    .select({
      given: given.mapWith(Number),
      ahead: ahead(given, period, starts).mapWith(Number),
      isListed: sql<boolean>`not ${users.anonymousProfile}`,
    })
    .from(users)
    .where(and(eq(users.id, userId), sql`${given} > 0`));
  return row ?? null;
}

/**
 * How many of those who are listed gave more than an amount in a period. The histogram knows how many have higher first
 * two digits, and of those with the same two how many have higher third and fourth; who shares those with the amount is
 * counted.
 */
function ahead(amount: SQL, period: Period, starts: PeriodStarts): SQL<number> {
  const inPeriod = sql`period = ${period} and start = ${starts[period]}`;
  return sql<number>`(
    (select coalesce(sum(people), 0) from ${givingHistogram} where ${inPeriod} and bucket > giving_floor(${amount}, 2))
    + (
      select coalesce(sum(here), 0) from ${givingHistogram}, unnest(places[giving_place(${amount}) + 1:]) here
      where ${inPeriod} and bucket = giving_floor(${amount}, 2)
    )
    + (select coalesce(sum(change), 0) from ${givingHistogramChanges} where ${inPeriod} and bucket > giving_floor(${amount}, 4))
    + (
      select count(*) from ${givingTotals} other
      where other.period = ${period} and other.start = ${starts[period]} and other.listed and other.public_amount > 0
        and other.public_amount > ${amount} and other.public_amount < giving_next(${amount}, 4)
    ))`;
}

/** The condition of the partial index that serves the ranking. */
function isListedIn(period: Period, starts: PeriodStarts): SQL | undefined {
  return and(
    eq(givingTotals.period, period),
    eq(givingTotals.start, starts[period]),
    sql`${givingTotals.listed} and ${givingTotals.publicAmount} > 0`,
  );
}

/** Drops the histogram of periods that begin before these dates, but for the last of each length that anyone gave in: the books' checks look at that. */
export async function deleteHistogramBefore(db: Db, starts: PeriodStarts): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${HISTOGRAM})`);
    for (const period of PERIODS) {
      const last = sql`(select max(start) from ${givingHistogram} where period = ${period})`;
      await tx
        .delete(givingHistogram)
        .where(sql`period = ${period} and start < least(${starts[period]}, ${last})`);
    }
  });
}
