import { DONATION_METHODS, type PaymentProvider } from "@/lib/ground/vocabulary";
import type { PayoutContext } from "./types";

/** The providers that this deployment can pay people out with. */
export function providersOf({ payoutProviders }: PayoutContext): PaymentProvider[] {
  return DONATION_METHODS.filter((provider) => payoutProviders[provider] !== null);
}
