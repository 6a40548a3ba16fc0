import { eq, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { donations, giftMeters, guests, openRequests, payeeAccounts, requests } from "@/db/schema";
import { pick, timestamptz } from "@/db/statement";

type Row = { userId: string; sealed: string };

/** A person's meter; null while it is off. */
export async function selectMeter(db: Db, userId: string): Promise<Row | null> {
  const [row] = await db.select().from(giftMeters).where(eq(giftMeters.userId, userId));
  return row ?? null;
}

/** The same, locked against other changes. */
export async function lockMeter(tx: Tx, userId: string): Promise<Row | null> {
  const [row] = await tx.select().from(giftMeters).where(eq(giftMeters.userId, userId)).for("update");
  return row ?? null;
}

/** When a meter was compared that its owner changed since: it is due. */
const CHANGED = new Date(0);

/** Stores a meter as its owner changed it. */
export async function putMeter(tx: Tx, { userId, sealed, at }: Row & { at: Date }): Promise<void> {
  await tx
    .insert(giftMeters)
    .values({ userId, sealed, checkedAt: CHANGED, createdAt: at })
    .onConflictDoUpdate({ target: giftMeters.userId, set: { sealed, checkedAt: CHANGED } });
}

export async function deleteMeter(tx: Tx, userId: string): Promise<void> {
  await tx.delete(giftMeters).where(eq(giftMeters.userId, userId));
}

/** Locks meters that were not compared since a time, the longest first; those that others compare are left out. */
export async function lockDue(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<(Row & { isChanged: boolean })[]> {
  return tx
    .select({
      ...pick(giftMeters, "userId", "sealed"),
      isChanged: sql<boolean>`${giftMeters.checkedAt} = ${timestamptz(CHANGED)}`,
    })
    .from(giftMeters)
    .where(sql`${giftMeters.checkedAt} < ${timestamptz(before)}`)
    .orderBy(giftMeters.checkedAt)
    .limit(limit)
    .for("update", { skipLocked: true });
}

export async function setChecked(tx: Tx, { userId, sealed, at }: Row & { at: Date }): Promise<void> {
  await tx.update(giftMeters).set({ sealed, checkedAt: at }).where(eq(giftMeters.userId, userId));
}

/** The country of where somebody is paid; null before they said it. */
export async function selectCountry(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ country: payeeAccounts.country })
    .from(payeeAccounts)
    .where(eq(payeeAccounts.userId, userId))
    .orderBy(sql`${payeeAccounts.closedAt} is null desc, ${payeeAccounts.createdAt} desc`)
    .limit(1);
  return row?.country ?? null;
}

type Span = { from: Date; to: Date };

/** What is kept of a donation. */
const kept = sql`d.amount - d.returned_amount`;
const receivedIn = (userId: string, { from, to }: Span) => sql`
  from ${requests} r join ${donations} d on d.request_id = r.id
  where r.user_id = ${userId}::uuid and d.credited_at is not null and d.payment_status = 'completed'
    and d.settled_at >= ${timestamptz(from)} and d.settled_at < ${timestamptz(to)}`;

/** What somebody received in a span and kept, by the day, in cents; the oldest first. */
export async function selectDays(
  db: Db,
  userId: string,
  span: Span & { timeZone: string },
): Promise<{ date: string; amount: number }[]> {
  const rows = await db.execute<{ date: string; amount: string }>(sql`
    select (d.settled_at at time zone ${span.timeZone}::text)::date::text as date, sum(${kept}) as amount
    ${receivedIn(userId, span)} group by 1 having sum(${kept}) > 0 order by 1`);
  return rows.map(({ date, amount }) => ({ date, amount: Number(amount) }));
}

/**
 * The donations of each giver who gave more than an amount in a span, in cents. An anonymous one is by itself: beside
 * those that are open it would tell who gave it (D36).
 */
export async function selectLargeGivers(
  db: Db,
  userId: string,
  { above, ...span }: Span & { above: number },
): Promise<{ donationIds: string[]; amount: number }[]> {
  const rows = await db.execute<{ ids: string[]; amount: string }>(sql`
    select array_agg(id order by id) as ids, sum(amount) as amount from (
      select d.id, ${kept} as amount, case when d.anonymous then d.id::text else coalesce(d.donor_id::text, (
        select lower(g.email) from ${guests} g where g.id = d.guest_id), d.id::text) end as giver
      ${receivedIn(userId, span)}) given
    group by giver having sum(amount) > ${above} order by sum(amount) desc`);
  return rows.map(({ ids, amount }) => ({ donationIds: ids, amount: Number(amount) }));
}

/** What is still asked for in a person's open requests, in cents. */
export async function sumAsked(db: Db, userId: string): Promise<number> {
  const [row] = await db.execute<{ asked: string }>(sql`
    select coalesce(sum(r.goal - r.raised), 0) as asked
    from ${openRequests} o join ${requests} r on r.id = o.request_id where o.user_id = ${userId}::uuid`);
  return Number(row?.asked ?? 0);
}
