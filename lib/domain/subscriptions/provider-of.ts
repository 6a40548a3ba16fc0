import type { PaymentContext } from "@/lib/domain/donations/types";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import type { SubscriptionProvider } from "@/lib/providers/payment";

/** Who collects a subscription. */
export function providerOf(
  { card, wallet }: PaymentContext,
  { paymentMethod }: { paymentMethod: PaymentProvider },
): SubscriptionProvider {
  return paymentMethod === "stripe" ? card : wallet;
}
