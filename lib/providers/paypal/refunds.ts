import { z } from "zod";
import { ProviderUnavailable, RefundOnHold, RefundRefused, type UpTo } from "@/lib/providers/gateway";
import type { Call } from "./client";
import { isMissing, NEVER_REFUNDED, Refused, refusedFor } from "./errors";
import { toDecimal } from "./money";

const DONE = new Set(["CAPTURE_FULLY_REFUNDED", "TRANSACTION_ALREADY_REFUNDED"]);
/** A dispute that is open or lost blocks the refund. */
const ON_HOLD = new Set(["REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK", "TRANSACTION_DISPUTED"]);
/** Temporary: the payment is pending, or the operator's balance is too low. */
const NOT_NOW = new Set(["PENDING_CAPTURE", "INSUFFICIENT_FUNDS", "REFUND_FAILED_INSUFFICIENT_FUNDS"]);

/**
 * Refunds the rest of one payment, or a part of it; of an order or of a subscription: PayPal has one call for both. It
 * knows a key for 45 days, so that a part is refunded once.
 * @throws ProviderUnavailable, RefundOnHold, RefundRefused
 */
export async function refundCapture(call: Call, id: string, key: string, part?: UpTo): Promise<void> {
  try {
    await call({
      verb: "POST",
      path: `/v2/payments/captures/${encodeURIComponent(id)}/refund`,
      key,
      ...(part && {
        body: { amount: { value: toDecimal(part.amount), currency_code: part.currency.toUpperCase() } },
      }),
      answer: z.unknown(),
    });
  } catch (error) {
    if (refusedFor(error, DONE)) return;
    if (!(error instanceof Refused)) throw error;
    if (refusedFor(error, ON_HOLD)) throw new RefundOnHold(error.message);
    if (refusedFor(error, NOT_NOW)) throw new ProviderUnavailable(error.message);
    if (refusedFor(error, NEVER_REFUNDED) || isMissing(error)) throw new RefundRefused(error.code);
    throw error;
  }
}
