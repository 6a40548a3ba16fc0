import type { PaymentContext } from "@/lib/domain/donations/types";
import type { PaymentRecord } from "./types";

/**
 * Whether the configured account of the provider has a payment: demo payments, and those of an account used before, are in the books only.
 * @throws ProviderUnavailable
 */
export async function isKnownToProvider(
  { card, wallet }: PaymentContext,
  { provider, providerId }: PaymentRecord,
): Promise<boolean> {
  if (providerId === null) return false;
  const found = await (provider === "stripe" ? card.findPayment(providerId) : wallet.findOrder(providerId));
  return found !== null;
}
