import { sql } from "drizzle-orm";
import { placeholders, statement } from "@/db/statement";
import { REFUND_AFTER, REVIEW_AFTER } from "@/lib/domain/payments/rules";
import { COMPLETED_LISTED_DAYS } from "@/lib/domain/requests/rules";
import { PERIODS } from "@/lib/ground/vocabulary";
import type { PeriodStarts } from "./period-amounts-store";

/** What books a payment: the donation's id, the provider's, those of the notifications, and the moment. Cents. */
type Booking = PeriodStarts & {
  donationId: string;
  paymentId: string;
  at: string;
  received: number;
  mismatch: boolean;
  tellsDonation: string;
  tellsGoal: string;
};

const given = placeholders(
  "donationId",
  "paymentId",
  "at",
  "received",
  "mismatch",
  "tellsDonation",
  "tellsGoal",
);

const starts = placeholders(...PERIODS);

const LISTED_FOR = sql.raw(`interval '${COMPLETED_LISTED_DAYS} days'`);
const REFUNDED_AFTER = sql.raw(`interval '${REFUND_AFTER} milliseconds'`);
const REVIEWED_AFTER = sql.raw(`interval '${REVIEW_AFTER} milliseconds'`);

/**
 * Books a payment by the database's own `book_donation` (db/migrations/0018_public-giving.sql). Null: there was nothing
 * to book.
 */
export const BOOKING = statement<Booking, { credited: boolean | null }>(
  () => sql`
    select book_donation(${given.donationId}::uuid, ${given.paymentId}::text, ${given.at}::timestamptz, ${given.received}::bigint,
      ${given.mismatch}::boolean, ${given.tellsDonation}::uuid, ${given.tellsGoal}::uuid, ${LISTED_FOR}, ${REVIEWED_AFTER}, ${REFUNDED_AFTER},
      ${starts.all}::date, ${starts.monthly}::date, ${starts.weekly}::date, ${starts.daily}::date) as credited`,
);
