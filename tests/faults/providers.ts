import { createPayPalGateway } from "@/lib/providers/paypal";
import { createPayPalPayouts } from "@/lib/providers/paypal/payout-provider";
import { createStripeGateway } from "@/lib/providers/stripe";
import { createStripePayouts } from "@/lib/providers/stripe/connect";
import { KEYS, WALLET } from "@/sandbox/support";

/** Both providers by their own libraries, at the payments sandbox. */
export function providersAt(apiBase: string, { card, wallet }: Keys = { card: KEYS, wallet: WALLET }) {
  const currency = "eur";
  const secrets = { connectWebhookSecret: null, accountEventsSecret: null };
  return {
    card: createStripeGateway({ ...card, apiBase }),
    wallet: createPayPalGateway({ ...wallet, apiBase }),
    payoutProviders: {
      stripe: createStripePayouts({ ...secrets, ...card, apiBase, currency }),
      paypal: createPayPalPayouts({ ...wallet, apiBase, currency }),
    },
  };
}

type Keys = {
  card: { secretKey: string; webhookSecret: string };
  wallet: { clientId: string; clientSecret: string; webhookId: string };
};
