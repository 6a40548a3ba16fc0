import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { donations, holds, requests } from "@/db/schema";
import { REFUND_AFTER } from "@/lib/domain/payments/rules";

/** The most donations that are looked at: those who give more in two weeks find the older ones in no list. */
const MOST_SHOWN = 20;

/** When a donor took donations back, the latest first. */
export async function selectTakenBack(db: Db, donorId: string, limit: number): Promise<Date[]> {
  const rows = await db
    .select({ at: sql<Date>`${donations.takenBackAt}`.mapWith(donations.takenBackAt) })
    .from(donations)
    .where(sql`${eq(donations.donorId, donorId)} and ${donations.takenBackAt} is not null`)
    .orderBy(desc(donations.takenBackAt))
    .limit(limit);
  return rows.map(({ at }) => at);
}

/** Its donor takes it back: the refund is due. Lock it first. */
export async function markTakenBack(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .update(donations)
    .set({ refundReason: "taken_back", takenBackAt: at, checkAt: new Date(at.getTime() + REFUND_AFTER) })
    .where(eq(donations.id, id));
}

/** The latest credited donations of a donor that are not disputed, with what is left of them, in cents. */
export async function selectRecent(db: Db, donorId: string, id?: string) {
  return db
    .select({
      donationId: donations.id,
      item: sql<string | null>`case when ${requests.deletedAt} is null then ${requests.item} end`,
      amount: sql<number>`${donations.amount} - ${donations.returnedAmount}`,
    })
    .from(donations)
    .innerJoin(requests, eq(requests.id, donations.requestId))
    .where(
      and(
        eq(donations.donorId, donorId),
        id === undefined ? undefined : eq(donations.id, id),
        eq(donations.paymentStatus, "completed"),
        isNull(donations.refundReason),
        sql`not exists (select from ${holds} h
          where h.donation_id = ${donations}.id and h.cause = 'dispute' and h.lifted_at is null)`,
      ),
    )
    .orderBy(desc(donations.createdAt))
    .limit(MOST_SHOWN);
}
