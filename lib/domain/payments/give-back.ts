import type { PaymentContext } from "@/lib/domain/donations/types";
import { RefundHeld } from "@/lib/providers/payment";
import type { PaymentProvider } from "@/lib/vocabulary";

type Taken = { paymentMethod: PaymentProvider; paymentId: string };

/**
 * Gives everything that was charged back, once; false while a dispute holds the money, which then either goes back by itself or can be given back
 * afterwards.
 * @throws ProviderUnavailable
 */
export async function giveBack(
  { card, wallet }: PaymentContext,
  { paymentMethod, paymentId }: Taken,
  idempotencyKey: string,
): Promise<boolean> {
  return unlessHeld(
    paymentMethod === "stripe"
      ? card.refundPayment(paymentId, idempotencyKey)
      : wallet.refundOrder(paymentId, idempotencyKey),
  );
}

/** Whether a refund was given; false while a dispute holds the money. @throws ProviderUnavailable */
export async function unlessHeld(refund: Promise<void>): Promise<boolean> {
  try {
    await refund;
    return true;
  } catch (error) {
    if (error instanceof RefundHeld) return false;
    throw error;
  }
}
