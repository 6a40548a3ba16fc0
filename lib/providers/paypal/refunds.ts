import { z } from "zod";
import { ProviderUnavailable } from "@/lib/providers/payment";
import type { Call } from "./client";
import { Refused, refusedFor } from "./errors";

const DONE = new Set(["CAPTURE_FULLY_REFUNDED", "TRANSACTION_ALREADY_REFUNDED"]);
/** What may change: a dispute ends, a payment arrives, the operator's account is filled. */
const NOT_NOW = new Set([
  "REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK",
  "TRANSACTION_DISPUTED",
  "PENDING_CAPTURE",
  "INSUFFICIENT_FUNDS",
  "REFUND_FAILED_INSUFFICIENT_FUNDS",
]);

/**
 * Gives what is left of one payment back: a capture's or a subscription's, which PayPal refunds by the same call.
 * @throws ProviderUnavailable, also while a dispute may still take the money
 */
export async function refundCapture(call: Call, id: string, key: string): Promise<void> {
  try {
    await call({
      verb: "POST",
      path: `/v2/payments/captures/${encodeURIComponent(id)}/refund`,
      key,
      answer: z.unknown(),
    });
  } catch (error) {
    if (refusedFor(error, DONE)) return;
    if (error instanceof Refused && refusedFor(error, NOT_NOW)) throw new ProviderUnavailable(error.message);
    throw error;
  }
}
