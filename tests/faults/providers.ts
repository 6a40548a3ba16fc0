import { createPayPalProvider } from "@/lib/providers/paypal";
import { createStripeProvider } from "@/lib/providers/stripe";
import { KEYS, WALLET } from "@/sandbox/support";

/** Both providers by their own libraries, at the payments sandbox. */
export function providersAt(apiBase: string) {
  return {
    card: createStripeProvider({ ...KEYS, apiBase }),
    wallet: createPayPalProvider({ ...WALLET, apiBase }),
  };
}
