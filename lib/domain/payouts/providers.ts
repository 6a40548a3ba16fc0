import { DONATION_METHODS, type PaymentProvider } from "@/lib/ground/vocabulary";
import type { PayoutContext } from "./types";

/** The providers that this deployment can pay people out with; `withBalances`: to whose accounts donations are moved. */
export type PayingProviders = { all: PaymentProvider[]; withBalances: PaymentProvider[] };

export function payingProviders({ payoutProviders }: PayoutContext): PayingProviders {
  const all = DONATION_METHODS.filter((provider) => payoutProviders[provider] !== null);
  return { all, withBalances: all.filter((provider) => payoutProviders[provider]?.hasBalances) };
}
