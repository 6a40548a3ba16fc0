import type { PaymentContext } from "@/lib/domain/donations/types";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import { RefundHeld, RefundRefused } from "@/lib/providers/payment";

type Taken = { paymentMethod: PaymentProvider; paymentId: string; refundRefusal: string | null };

/**
 * What became of a refund: `held` while a dispute has the money, `refused` with the provider's code when it will never
 * be given.
 */
type Refunded = "given" | "held" | { refused: string };

/**
 * Gives everything that was charged back, once. What a dispute holds either goes back by itself or can be given back
 * afterwards. A refund that the provider refused for good is not asked for again: the money stays due in the books
 * until the provider says that it went back.
 * @throws ProviderUnavailable
 */
export async function giveBack(
  { card, wallet }: PaymentContext,
  { paymentMethod, paymentId, refundRefusal }: Taken,
  idempotencyKey: string,
): Promise<Refunded> {
  if (refundRefusal !== null) return { refused: refundRefusal };
  return refunded(() =>
    paymentMethod === "stripe"
      ? card.refundPayment(paymentId, idempotencyKey)
      : wallet.refundOrder(paymentId, idempotencyKey),
  );
}

/** Asks for a refund, and says what became of it. @throws ProviderUnavailable */
export async function refunded(refund: () => Promise<void>): Promise<Refunded> {
  try {
    await refund();
    return "given";
  } catch (error) {
    if (error instanceof RefundHeld) return "held";
    if (error instanceof RefundRefused) return { refused: error.code };
    throw error;
  }
}
