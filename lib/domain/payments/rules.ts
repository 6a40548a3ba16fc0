import { now } from "@/lib/ground/clock";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Choosing another way to pay takes longer, in milliseconds: a payer who is back sooner reloaded the page that showed
 * the refusal.
 */
const APPROVED_AGAIN_AFTER = 10_000;

/** When a payer approved, who comes back from the provider's page now; null when that says nothing new. */
export function approvalBy(
  { captureRefusedAt }: { captureRefusedAt: Date | null },
  cameBack: boolean,
): Date | null {
  const at = now();
  const isNew = !captureRefusedAt || at.getTime() - captureRefusedAt.getTime() > APPROVED_AGAIN_AFTER;
  return cameBack && isNew ? at : null;
}

/** What nobody has paid yet is asked about from this age on, in milliseconds (D28). */
export const PENDING_AFTER = 10 * MINUTE;

/** A refund that is due is normally given at once; this long after, something stopped it. */
export const REFUND_AFTER = MINUTE;

/**
 * What nobody completed by then is ended, so that it cannot surprise anyone later. Nor is a payment given up before then that the provider does
 * not know: it may have been asked with the keys of another account.
 */
export const ABANDONED_AFTER = 24 * HOUR;

/**
 * A settled payment is asked about again this long after, and then whenever twice the time has passed, in case a refund or a lost dispute was never
 * told.
 */
export const REVIEW_AFTER = HOUR;

/** How many days after its settlement a payment is asked about at most: disputes are opened within 120 days as a rule. */
export const REVIEW_DAYS = 120;
