import { DONATION_METHODS, type PaymentProvider } from "@/lib/ground/vocabulary";
import { HOLDS_MONEY } from "@/lib/providers/payout-provider";
import type { PayoutContext } from "./types";

/** The providers that this deployment can pay people out with; `withBalances`: to whose accounts donations are moved. */
export type PayingProviders = { all: PaymentProvider[]; withBalances: PaymentProvider[] };

export function payingProviders({ payoutProviders }: PayoutContext): PayingProviders {
  const all = DONATION_METHODS.filter((provider) => payoutProviders[provider] !== null);
  return { all, withBalances: all.filter((provider) => HOLDS_MONEY[provider]) };
}
