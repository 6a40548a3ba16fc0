import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { newId } from "@/db/schema";
import { placeholders, statement } from "@/db/statement";
import { REFUND_AFTER, REVIEW_AFTER } from "@/lib/domain/payments/rules";
import type { Confirmed, PartialReversal, Reversal } from "@/lib/domain/payments/types";
import { COMPLETED_LISTED_DAYS } from "@/lib/domain/requests/rules";
import { env } from "@/lib/ground/env";
import { type PeriodStarts, periodStarts } from "@/lib/ground/periods";
import { PERIODS, type RefundReason } from "@/lib/ground/vocabulary";
import type { Donation } from "./types";

const starts = placeholders(...PERIODS);
const periodDates: SQL = sql`${starts.all}::date, ${starts.monthly}::date, ${starts.weekly}::date, ${starts.daily}::date`;

const LISTED_FOR = sql.raw(`interval '${COMPLETED_LISTED_DAYS} days'`);
const REVIEWED_AFTER = sql.raw(`interval '${REVIEW_AFTER} milliseconds'`);
const REFUNDED_AFTER = sql.raw(`interval '${REFUND_AFTER} milliseconds'`);

type CreditValues = PeriodStarts &
  Omit<Confirmed, "at"> & {
    donationId: string;
    at: string;
    donationNotificationId: string;
    goalNotificationId: string;
  };

const creditStatement = statement<CreditValues, { credited: boolean | null }>(
  (value) => sql`
    select credit_donation(${value.donationId}::uuid, ${value.paymentId}::text, ${value.paidBy}::paid_by,
      ${value.chargeId}::text, ${value.at}::timestamptz, ${value.received}::bigint, ${value.mismatch}::boolean,
      ${value.donationNotificationId}::uuid, ${value.goalNotificationId}::uuid, ${LISTED_FOR}, ${REVIEWED_AFTER},
      ${REFUNDED_AFTER}, ${periodDates}) as credited`,
);

/**
 * Books a confirmed payment of a donation that is pending or failed, with every effect, in one round trip
 * (db/functions/credit_donation.sql): the request, both people's totals, the period totals, the ledger and the
 * notifications; or, if it can no longer be credited, the refund that is due (D21, D26). Does nothing to a donation
 * that is already booked.
 */
export async function creditDonation(
  db: Db,
  { id: donationId }: Pick<Donation, "id">,
  { at, ...confirmed }: Confirmed,
): Promise<"credited" | "refund_due" | "already"> {
  const [row] = await creditStatement(db, {
    ...confirmed,
    ...periodStarts(at, env().timeZone),
    donationId,
    at: at.toISOString(),
    donationNotificationId: newId(),
    goalNotificationId: newId(),
  });
  if (!row || row.credited === null) return "already";
  return row.credited ? "credited" : "refund_due";
}

type Settled = Pick<Donation, "id" | "settledAt" | "createdAt">;

/** What both reversals need: the periods are those in which the donation was settled. */
const reversalOf = ({ id, settledAt, createdAt }: Settled, at: Date, reason: RefundReason) => ({
  ...periodStarts(settledAt ?? createdAt, env().timeZone),
  donationId: id,
  reason,
  at: at.toISOString(),
  donorNotificationId: newId(),
  recipientNotificationId: newId(),
});

type ReverseValues = ReturnType<typeof reversalOf>;

const reverseStatement = statement<ReverseValues, { reversed: boolean }>(
  (value) => sql`
    select reverse_donation(${value.donationId}::uuid, ${value.reason}::refund_reason, ${value.at}::timestamptz,
      ${value.donorNotificationId}::uuid, ${value.recipientNotificationId}::uuid, ${periodDates}) as reversed`,
);

/**
 * Books that everything a donor paid went back (D27), in one round trip (db/functions/reverse_donation.sql): the
 * inverse of `creditDonation`, without what partial refunds took before, or the end of the refunds due. The donor and
 * the recipient are notified. `reason` is used where the donation has none yet. Does nothing, and returns false, unless
 * the donation is `completed`.
 */
export async function reverseDonation(
  db: Db,
  donation: Settled,
  { reason, at }: Pick<Reversal, "reason" | "at">,
): Promise<boolean> {
  const [row] = await reverseStatement(db, reversalOf(donation, at, reason));
  return row?.reversed ?? false;
}

const partStatement = statement<ReverseValues & { returnId: string; returned: number }, { booked: boolean }>(
  (value) => sql`
    select return_part(${value.donationId}::uuid, ${value.returnId}::uuid, ${value.returned}::bigint,
      ${value.reason}::refund_reason, ${value.at}::timestamptz, ${value.donorNotificationId}::uuid,
      ${value.recipientNotificationId}::uuid, ${periodDates}) as booked`,
);

/**
 * Books a partial refund of a credited donation in one round trip (db/functions/return_part.sql): the shares of the
 * donation and of the fee (payouts.md, Ledger) leave the request, the totals and the ledger, and both people are
 * notified. `returned`: all that the provider gave back of the payment so far, in cents. Does nothing, and returns
 * false, if that much is booked already.
 */
export async function returnPart(
  db: Db,
  donation: Settled,
  { reason, returned, at }: PartialReversal,
): Promise<boolean> {
  const values = { ...reversalOf(donation, at, reason), returnId: newId(), returned };
  const [row] = await partStatement(db, values);
  return row?.booked ?? false;
}
