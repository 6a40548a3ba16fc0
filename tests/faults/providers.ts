import { createPayPalGateway } from "@/lib/providers/paypal";
import { createPayPalPayouts } from "@/lib/providers/paypal/payout-provider";
import { createStripeGateway } from "@/lib/providers/stripe";
import { createStripePayouts } from "@/lib/providers/stripe/connect";
import { KEYS, WALLET } from "@/sandbox/support";

/**
 * How long an answer of the sandbox may take, in milliseconds: hundreds of flows ask it at once, on busy machines too.
 * What follows from a provider that is too slow is tested where the time limits are.
 */
const PATIENCE = { timeout: 120_000 };

/** Both providers by their own libraries, at the payments sandbox. */
export function providersAt(apiBase: string, { card, wallet }: Keys = { card: KEYS, wallet: WALLET }) {
  const currency = "eur";
  const secrets = { connectWebhookSecret: null, accountEventsSecret: null };
  return {
    card: createStripeGateway({ ...card, apiBase }, PATIENCE),
    wallet: createPayPalGateway({ ...wallet, apiBase }, PATIENCE),
    payoutProviders: {
      stripe: createStripePayouts({ ...secrets, ...card, apiBase, currency }, PATIENCE),
      paypal: createPayPalPayouts({ ...wallet, apiBase, currency }, PATIENCE),
    },
  };
}

type Keys = {
  card: { secretKey: string; webhookSecret: string };
  wallet: { clientId: string; clientSecret: string; webhookId: string };
};
