import { now } from "@/lib/ground/clock";
import { DAY, HOUR, MINUTE } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import { addDays, hourOf, periodStarts } from "@/lib/ground/periods";

/**
 * Choosing another way to pay takes longer than this, in milliseconds. A payer who returns sooner has reloaded the page
 * that showed the decline.
 */
const APPROVED_AGAIN_AFTER = 10_000;

/** When the payer approved, if they come back from the provider's page now; null if this is not a new approval. */
export function approvalBy(
  { captureRefusedAt }: { captureRefusedAt: Date | null },
  cameBack: boolean,
): Date | null {
  const at = now();
  const isNew = !captureRefusedAt || at.getTime() - captureRefusedAt.getTime() > APPROVED_AGAIN_AFTER;
  return cameBack && isNew ? at : null;
}

/** Age at which reconciliation starts to check an unpaid payment, in milliseconds (D28). */
export const PENDING_AFTER = 10 * MINUTE;

/** A refund due is normally made at once. After this time, in milliseconds, reconciliation makes it. */
export const REFUND_AFTER = MINUTE;

/**
 * Age at which an uncompleted payment is ended, in milliseconds, so that nobody pays it later by surprise. A payment
 * that the provider does not know is not failed earlier either: it may belong to another account's keys.
 */
export const ABANDONED_AFTER = DAY;

/**
 * First review of a settled payment, in milliseconds after its settlement. Each further one is at double the time, in
 * case no event reported a refund or a lost dispute.
 */
export const REVIEW_AFTER = HOUR;

/** Reviews end this many days after the settlement: disputes are normally opened within 120 days. */
export const REVIEW_DAYS = 120;

/** Days after that of a payment in which its buyer may withdraw (safety.md, Buying). */
const WITHDRAWAL_DAYS = 14;

/** Until when the buyer of what was paid at a time may withdraw: the end of the last day, in `TIME_ZONE`. */
export function withdrawUntil(paidAt: Date): Date {
  const { timeZone } = env();
  return hourOf(addDays(periodStarts(paidAt, timeZone).daily, WITHDRAWAL_DAYS + 1), 0, timeZone);
}
