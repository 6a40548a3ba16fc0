import { and, eq, gt, inArray, ne, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { PAYMENT_ID } from "@/db/provider-ids";
import { donations, requests } from "@/db/schema";
import { pick } from "@/db/statement";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import type { Lapsed, Reserved } from "./reserve-rules";
import { findRequestTerms } from "./store";

/** The donation of a payment, locked until the transaction ends; null without one. */
export async function lockUnpaid(
  tx: Tx,
  { provider, paymentId }: { provider: PaymentProvider; paymentId: string },
) {
  const [row] = await tx
    .select({
      ...pick(donations, "id", "requestId", "donorId", "guestId", "amount", "paymentStatus", "createdAt"),
    })
    .from(donations)
    .where(eq(donations[PAYMENT_ID[provider]], paymentId))
    .for("no key update");
  return row ?? null;
}

/** What decides whether a request takes donations, locked against settlements and other places. */
export async function lockRequestTerms(tx: Tx, id: string) {
  await tx.select({ id: requests.id }).from(requests).where(eq(requests.id, id)).for("no key update");
  return findRequestTerms(tx, id);
}

/**
 * Ends the places of a person's other payments for a request: who presses Pay again has left those. Each counts as one
 * that ran out, or new payments would keep others out for ever. A settlement locks in the other order, donation before
 * request, so what it holds is left out: its place ends with it.
 */
export async function endOtherPlaces(
  tx: Tx,
  { id, requestId, donorId }: { id: string; requestId: string; donorId: string },
  at: Date,
): Promise<void> {
  const others = tx
    .select({ id: donations.id })
    .from(donations)
    .where(
      and(
        eq(donations.requestId, requestId),
        eq(donations.donorId, donorId),
        eq(donations.paymentStatus, "pending"),
        gt(donations.reservedUntil, at),
        ne(donations.id, id),
      ),
    )
    .for("no key update", { skipLocked: true });
  await tx.update(donations).set({ reservedUntil: at }).where(inArray(donations.id, others));
}

/**
 * The places that others, for null also other guests, have at a request, in cents, and the donor's own, for null all of
 * guests, that ran out unpaid, also those whose payment failed since.
 */
export async function selectReservedBesides(
  tx: Tx,
  { id, requestId, donorId }: { id: string; requestId: string; donorId: string | null },
  at: Date,
): Promise<{ running: Reserved[]; lapsed: Lapsed[] }> {
  const rows = await tx
    .select({
      ...pick(donations, "amount", "createdAt", "donorId"),
      isOpen: sql<boolean>`${donations.paymentStatus} = 'pending'`,
      until: sql<Date>`${donations.reservedUntil}`.mapWith(donations.reservedUntil),
    })
    .from(donations)
    .where(
      and(
        eq(donations.requestId, requestId),
        inArray(donations.paymentStatus, ["pending", "failed"]),
        sql`${donations.reservedUntil} is not null`,
        ne(donations.id, id),
      ),
    );
  return {
    running: rows.filter(
      (row) => row.isOpen && row.until > at && (donorId === null || row.donorId !== donorId),
    ),
    lapsed: rows.filter((row) => row.until <= at && row.donorId === donorId),
  };
}

export async function setReserved(tx: Tx, id: string, until: Date): Promise<void> {
  await tx.update(donations).set({ reservedUntil: until }).where(eq(donations.id, id));
}

/**
 * Makes the open payments of requests that reached their goal since a time due for a check now, so that they end before
 * somebody pays one of them.
 */
export async function checkClosed(db: Db, { since, at }: { since: Date; at: Date }): Promise<void> {
  await db.execute(sql`
    update ${donations} d set check_at = ${at.toISOString()}::timestamptz
    where d.id in (
      select o.id from ${donations} o join ${requests} r on r.id = o.request_id
      where o.payment_status = 'pending' and o.check_at > ${at.toISOString()}::timestamptz
        and r.completed_at >= ${since.toISOString()}::timestamptz
      order by o.id for update of o skip locked)`);
}
