import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { momentRead } from "@/db/kept-read";
import { givingHistogram, givingHistogramChanges, givingTotals, users } from "@/db/schema";
import { shownAvatar } from "@/lib/domain/users/store";
import { PERIODS, type Period } from "@/lib/vocabulary";

/** Names the advisory lock under which the histogram is written, here and where its trigger folds changes in. */
const HISTOGRAM = sql.raw("7483202");

/** The first local day of each period. */
export type PeriodStarts = Record<Period, string>;

/** People at their places, amounts in cents. */
export type StandingRow = Awaited<ReturnType<typeof selectMatching>>[number];

/** What a list shows of a person, all of it in their own row. */
const shown = (starts: PeriodStarts) => ({
  id: users.id,
  username: users.username,
  avatar: shownAvatar.as("shown_avatar"),
  subscriptionTier: users.subscriptionTier,
  subscriptionExpiry: users.subscriptionExpiry,
  anonymousProfile: users.anonymousProfile,
  hideGivenAmount: users.hideGivenAmount,
  totalGiven: users.totalGiven,
  monthlyGiven: givenIn("monthly", starts).mapWith(Number).as("given_monthly"),
  weeklyGiven: givenIn("weekly", starts).mapWith(Number).as("given_weekly"),
  dailyGiven: givenIn("daily", starts).mapWith(Number).as("given_daily"),
});

/**
 * Who stands on the first `limit` places of a period; equal amounts share a rank (D31). An erased person's place stays empty, so that everybody's
 * rank is the one that they and the search are told. With the moment at which they were read; null when there are none.
 */
export async function selectTop(db: Db, period: Period, starts: PeriodStarts, limit: number) {
  const ranked = sql`(
    select user_id, rank() over (order by amount desc) as rank
    from (
      select user_id, amount from ${givingTotals}
      where ${inPeriod(period, starts)}
      order by amount desc nulls last, user_id
      limit ${limit}
    ) top) ranked`;
  const rows = await db
    .select({ ...shown(starts), rank: sql`ranked.rank`.mapWith(Number), moment: momentRead })
    .from(ranked)
    .innerJoin(users, sql`${users.id} = ranked.user_id`)
    .where(isNull(users.erasedAt))
    .orderBy(sql`ranked.rank`, users.id);
  return { rows, moment: rows[0]?.moment ?? null };
}

type Search = { text: string; viewerId: string; limit: number };

/**
 * The best `limit` people of a period whose username contains a text, with their true ranks. An anonymous person is found by themself only
 * (D15). Those who stand near the best of them, as all do when many names have the text, are ranked by reading on from there, each of the others by the
 * histogram.
 */
export async function selectMatching(db: Db, period: Period, starts: PeriodStarts, search: Search) {
  const pattern = `%${search.text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const found = db.$with("found").as(
    db
      .select({ ...shown(starts), amount: givingTotals.amount })
      .from(givingTotals)
      .innerJoin(users, eq(users.id, givingTotals.userId))
      .where(
        and(
          inPeriod(period, starts),
          sql`lower(${users.username}) like ${pattern}`,
          or(eq(users.anonymousProfile, false), eq(users.id, search.viewerId)),
          isNull(users.erasedAt),
        ),
      )
      .orderBy(sql`${givingTotals.amount} desc nulls last`, givingTotals.userId)
      .limit(search.limit),
  );
  const best = sql`(select max(amount) from found)`;
  const near = sql`(
    select amount, min(place) as place
    from (
      select amount, rank() over (order by amount desc) as place
      from (
        select amount from ${givingTotals}
        where ${inPeriod(period, starts)} and amount between (select min(amount) from found) and ${best}
        order by amount desc nulls last, user_id
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
      anonymousProfile: found.anonymousProfile,
      hideGivenAmount: found.hideGivenAmount,
      totalGiven: found.totalGiven,
      monthlyGiven: found.monthlyGiven,
      weeklyGiven: found.weeklyGiven,
      dailyGiven: found.dailyGiven,
      rank: rank.mapWith(Number).as("rank"),
    })
    .from(found)
    .leftJoin(near, sql`near.amount = ${found.amount}`)
    .orderBy(sql`rank`, found.id);
}

/** What a person gave in a period, in cents, and how many gave more; null when they gave nothing. */
export async function selectStanding(db: Db, userId: string, period: Period, starts: PeriodStarts) {
  const given = givenIn(period, starts);
  const [row] = await db
    .select({ given: given.mapWith(Number), ahead: ahead(given, period, starts).mapWith(Number) })
    .from(users)
    .where(and(eq(users.id, userId), sql`${given} > 0`));
  return row ?? null;
}

/** What a person gave in a period, by their own row. */
function givenIn(period: Period, starts: PeriodStarts): SQL<number> {
  if (period === "all") return sql`${users.totalGiven}`;
  return sql`case when ${users[`${period}Start`]} = ${starts[period]} then ${users[`${period}Given`]} else 0 end`;
}

/**
 * How many gave more than an amount in a period. The histogram knows how many have higher first two digits, and of those with the same two how many
 * have higher third and fourth; who shares those with the amount is counted.
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
      where other.period = ${period} and other.start = ${starts[period]} and other.amount > 0
        and other.amount > ${amount} and other.amount < giving_next(${amount}, 4)
    ))`;
}

/** The condition of the partial index that serves the ranking. */
function inPeriod(period: Period, starts: PeriodStarts): SQL | undefined {
  return and(
    eq(givingTotals.period, period),
    eq(givingTotals.start, starts[period]),
    sql`${givingTotals.amount} > 0`,
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
