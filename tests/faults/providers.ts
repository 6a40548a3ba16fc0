import { createPayPalGateway } from "@/lib/providers/paypal";
import { createStripeGateway } from "@/lib/providers/stripe";
import { createStripePayouts } from "@/lib/providers/stripe/connect";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";
import { KEYS, WALLET } from "@/sandbox/support";

/** Both providers by their own libraries, at the payments sandbox. */
export function providersAt(apiBase: string) {
  return {
    card: createStripeGateway({ ...KEYS, apiBase }),
    wallet: createPayPalGateway({ ...WALLET, apiBase }),
    payoutProviders: {
      ...unconfiguredPayouts,
      stripe: createStripePayouts({ ...KEYS, apiBase, currency: "eur" }),
    },
  };
}
