import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { newId } from "@/db/schema";
import { placeholders, statement } from "@/db/statement";
import { REFUND_AFTER, REVIEW_AFTER } from "@/lib/domain/payments/rules";
import { COMPLETED_LISTED_DAYS } from "@/lib/domain/requests/rules";
import type { PeriodStarts } from "@/lib/ground/periods";
import { type PaidBy, PERIODS, type RefundReason } from "@/lib/ground/vocabulary";

const starts = placeholders(...PERIODS);
const periodDates: SQL = sql`${starts.all}::date, ${starts.monthly}::date, ${starts.weekly}::date, ${starts.daily}::date`;

const LISTED_FOR = sql.raw(`interval '${COMPLETED_LISTED_DAYS} days'`);
const REVIEWED_AFTER = sql.raw(`interval '${REVIEW_AFTER} milliseconds'`);
const REFUNDED_AFTER = sql.raw(`interval '${REFUND_AFTER} milliseconds'`);

type CreditValues = PeriodStarts & {
  donationId: string;
  paymentId: string;
  paidBy: PaidBy | null;
  chargeId: string | null;
  at: string;
  received: number;
  mismatch: boolean;
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

type Credit = {
  donationId: string;
  /** The provider's. */
  paymentId: string;
  paidBy: PaidBy | null;
  /** The provider's. */
  chargeId: string | null;
  at: Date;
  /** Those that `at` is in. */
  periods: PeriodStarts;
  /** What the provider charged, cents. */
  received: number;
  /** The payment is not what we asked for: it is booked and goes back. */
  mismatch: boolean;
};

/**
 * Books a confirmed payment of a donation that is pending or failed, with every effect, in one round trip
 * (db/functions/credit_donation.sql): the request, both people's totals, the period totals, the ledger and the
 * notifications; or, if it can no longer be credited, the refund that is due (D21, D26). Does nothing to a donation
 * that is already booked.
 */
export async function creditDonation(
  db: Db,
  { at, periods, ...credit }: Credit,
): Promise<"credited" | "refund_due" | "already"> {
  const [row] = await creditStatement(db, {
    ...credit,
    ...periods,
    at: at.toISOString(),
    donationNotificationId: newId(),
    goalNotificationId: newId(),
  });
  if (!row || row.credited === null) return "already";
  return row.credited ? "credited" : "refund_due";
}

type ReverseValues = PeriodStarts & {
  donationId: string;
  reason: RefundReason;
  at: string;
  donorNotificationId: string;
  recipientNotificationId: string;
};

const reverseStatement = statement<ReverseValues, { reversed: boolean }>(
  (value) => sql`
    select reverse_donation(${value.donationId}::uuid, ${value.reason}::refund_reason, ${value.at}::timestamptz,
      ${value.donorNotificationId}::uuid, ${value.recipientNotificationId}::uuid, ${periodDates}) as reversed`,
);

type Reversal = {
  donation: { id: string };
  /** Used where the donation has no reason yet. */
  reason: RefundReason;
  at: Date;
  /** Those in which the donation was settled. */
  periods: PeriodStarts;
};

/**
 * Books that everything a donor paid went back (D27), in one round trip (db/functions/reverse_donation.sql): the
 * inverse of `creditDonation`, without what partial refunds took before, or the end of the refunds due. The donor and
 * the recipient are notified. Does nothing, and returns false, unless the donation is `completed`.
 */
export async function reverseDonation(db: Db, { donation, reason, at, periods }: Reversal): Promise<boolean> {
  const [row] = await reverseStatement(db, {
    ...periods,
    donationId: donation.id,
    reason,
    at: at.toISOString(),
    donorNotificationId: newId(),
    recipientNotificationId: newId(),
  });
  return row?.reversed ?? false;
}

type PartValues = ReverseValues & { returnId: string; returned: number };

const partStatement = statement<PartValues, { booked: boolean }>(
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
  { donation, returned, reason, at, periods }: Reversal & { returned: number },
): Promise<boolean> {
  const [row] = await partStatement(db, {
    ...periods,
    donationId: donation.id,
    returnId: newId(),
    returned,
    reason,
    at: at.toISOString(),
    donorNotificationId: newId(),
    recipientNotificationId: newId(),
  });
  return row?.booked ?? false;
}
