import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { givingHistogram, givingHistogramChanges, givingTotals, users } from "@/db/schema";
import { shownAvatar } from "@/lib/domain/users/store";
import type { Period } from "@/lib/vocabulary";

/** The first local day of each period. */
export type PeriodStarts = Record<Period, string>;

/** People at their places, amounts in cents. */
export type StandingRow = Awaited<ReturnType<typeof selectRanked>>[number];

/** The best `limit` of a period with their ranks; equal amounts share one (D31). An erased person keeps their rank and is not listed. */
export async function selectTop(db: Db, period: Period, starts: PeriodStarts, limit: number) {
  const ranked = sql`
    select user_id, amount, rank() over (order by amount desc nulls last) as rank from ${givingTotals}
    where ${inPeriod(period, starts)}`;
  return selectRanked(db, ranked, starts, limit);
}

type Search = { text: string; viewerId: string; limit: number };

/**
 * The best `limit` people of a period whose username contains a text, with their true ranks. An anonymous person is found by themself only
 * (D15).
 */
export async function selectMatching(db: Db, period: Period, starts: PeriodStarts, search: Search) {
  const pattern = `%${search.text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const visible = or(eq(users.anonymousProfile, false), eq(users.id, search.viewerId));
  const ranked = sql`
    select user_id, amount, 1 + ${ahead(sql`found.amount`, period, starts)} as rank
    from (
      select ${givingTotals.userId}, ${givingTotals.amount} from ${givingTotals}
      join ${users} on ${users.id} = ${givingTotals.userId}
      where ${inPeriod(period, starts)} and lower(${users.username}) like ${pattern} and ${visible}
      order by ${givingTotals.amount} desc nulls last, ${givingTotals.userId}
      limit ${search.limit}
    ) found`;
  return selectRanked(db, ranked, starts, search.limit);
}

/** The first people of a ranking with what a list shows of them, all of it in their own row. */
async function selectRanked(db: Db, ranked: SQL, starts: PeriodStarts, limit: number) {
  const givenIn = (period: Exclude<Period, "all">) =>
    sql<number>`case when ${users[`${period}Start`]} = ${starts[period]} then ${users[`${period}Given`]} else 0 end`.mapWith(
      Number,
    );
  return db
    .select({
      id: users.id,
      rank: sql<number>`ranked.rank`.mapWith(Number),
      username: users.username,
      avatar: shownAvatar,
      subscriptionTier: users.subscriptionTier,
      subscriptionExpiry: users.subscriptionExpiry,
      anonymousProfile: users.anonymousProfile,
      hideGivenAmount: users.hideGivenAmount,
      totalGiven: users.totalGiven,
      monthlyGiven: givenIn("monthly"),
      weeklyGiven: givenIn("weekly"),
      dailyGiven: givenIn("daily"),
    })
    .from(sql`(${ranked}) ranked`)
    .innerJoin(users, sql`${users.id} = ranked.user_id`)
    .where(isNull(users.erasedAt))
    .orderBy(sql`ranked.amount desc nulls last`, sql`ranked.user_id`)
    .limit(limit);
}

/** What a person gave in a period, in cents, and how many gave more; null when they gave nothing. */
export async function selectStanding(db: Db, userId: string, period: Period, starts: PeriodStarts) {
  const [row] = await db
    .select({
      given: givingTotals.amount,
      ahead: ahead(sql`${givingTotals.amount}`, period, starts).mapWith(Number),
    })
    .from(givingTotals)
    .where(and(eq(givingTotals.userId, userId), inPeriod(period, starts)));
  return row ?? null;
}

/** How many gave more than an amount in a period: those in higher buckets of the histogram and those further up in the same one. */
function ahead(amount: SQL, period: Period, starts: PeriodStarts): SQL<number> {
  const above = sql`period = ${period} and start = ${starts[period]} and bucket > giving_bucket(${amount})`;
  return sql<number>`(
    (select coalesce(sum(people), 0) from ${givingHistogram} where ${above})
    + (select coalesce(sum(change), 0) from ${givingHistogramChanges} where ${above})
    + (
      select count(*) from ${givingTotals} other
      where other.period = ${period} and other.start = ${starts[period]} and other.amount > 0
        and other.amount > ${amount} and other.amount < giving_bucket_end(giving_bucket(${amount}))
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
