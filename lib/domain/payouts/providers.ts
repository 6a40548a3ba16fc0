import { DONATION_METHODS, type PaymentProvider } from "@/lib/ground/vocabulary";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import type { PayoutProvider } from "@/lib/providers/payout-provider";
import type { PayeeAccount, PayoutContext } from "./types";

/** The providers that this deployment can pay people out with. */
export function providersOf({ payoutProviders }: PayoutContext): PaymentProvider[] {
  return DONATION_METHODS.filter((provider) => payoutProviders[provider] !== null);
}

/** The provider of an account. @throws ProviderUnavailable where this deployment cannot pay by it */
export function providerOf(
  { payoutProviders }: PayoutContext,
  { provider }: Pick<PayeeAccount, "provider">,
): PayoutProvider {
  const configured = payoutProviders[provider];
  if (!configured) throw new ProviderUnavailable(`payouts by ${provider} are not configured`);
  return configured;
}
