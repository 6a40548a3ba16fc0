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
  const refund =
    paymentMethod === "stripe"
      ? card.refundPayment(paymentId, idempotencyKey)
      : wallet.refundOrder(paymentId, idempotencyKey);
  return refund.then(
    () => true,
    (error: unknown) => {
      if (error instanceof RefundHeld) return false;
      throw error;
    },
  );
}
