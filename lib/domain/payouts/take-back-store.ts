import { and, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { donations, guests, holds } from "@/db/schema";
import type { DonorKey } from "@/lib/domain/donations/types";
import { REFUND_AFTER } from "@/lib/domain/payments/rules";

/** The first key of the advisory locks of `lockAddressOf`. */
const ADDRESSES = 7_483_207;

/** Lets one transaction at a time take back donations of guests with the same address. */
export async function lockAddressOf(tx: Tx, guestId: string): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(lower(email), ${ADDRESSES})) from ${guests} where id = ${guestId}`);
}

/** The donations of a person, or of all guests with the address of one. */
const isFrom = (donor: DonorKey) =>
  "id" in donor
    ? eq(donations.donorId, donor.id)
    : sql`${donations.guestId} in (
        select other.id from ${guests} one join ${guests} other on lower(other.email) = lower(one.email)
        where one.id = ${donor.guestId})`;

/** When somebody took donations back, the latest first. */
export async function selectTakenBack(db: Db, donor: DonorKey, limit: number): Promise<Date[]> {
  const rows = await db
    .select({ at: sql<Date>`${donations.takenBackAt}`.mapWith(donations.takenBackAt) })
    .from(donations)
    .where(and(isFrom(donor), isNotNull(donations.takenBackAt)))
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

/** Which of a donor's donations were credited, do not go back and are not disputed. */
export async function selectOpen(db: Db, donor: DonorKey, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: donations.id })
    .from(donations)
    .where(
      and(
        isFrom(donor),
        inArray(donations.id, [...ids]),
        eq(donations.paymentStatus, "completed"),
        isNull(donations.refundReason),
        sql`not exists (select from ${holds} h
          where h.donation_id = ${donations}.id and h.cause = 'dispute' and h.lifted_at is null)`,
      ),
    );
  return rows.map(({ id }) => id);
}
