import "server-only";
import { db } from "@/db/client";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { env } from "@/lib/ground/env";
import { inSpans } from "@/lib/ground/spans";
import type { ProviderAnswer } from "@/lib/providers/gateway";
import { createPayPalGateway } from "@/lib/providers/paypal";
import { createPayPalPayouts } from "@/lib/providers/paypal/payout-provider";
import { createStripeGateway } from "@/lib/providers/stripe";
import { createStripePayouts } from "@/lib/providers/stripe/connect";
import { unconfiguredCard, unconfiguredPayouts, unconfiguredWallet } from "@/lib/providers/unconfigured";
import { log } from "@/lib/server/log";

let providers: Omit<PayoutContext, "db"> | undefined;

/** The books and the configured providers. What these answer is logged, unless `onAnswer` takes it. */
export function payments(onAnswer = logAnswer): PayoutContext {
  const { card, wallet, walletPayouts, currency } = env();
  providers ??= {
    card: card ? inSpans("stripe", createStripeGateway(card, { onAnswer })) : unconfiguredCard,
    wallet: wallet ? inSpans("paypal", createPayPalGateway(wallet, { onAnswer })) : unconfiguredWallet,
    payoutProviders: {
      ...unconfiguredPayouts,
      ...(card && {
        stripe: inSpans("stripe", createStripePayouts({ ...card, currency }, { onAnswer })),
      }),
      ...(wallet &&
        walletPayouts && {
          paypal: inSpans("paypal", createPayPalPayouts({ ...wallet, currency }, { onAnswer })),
        }),
    },
  };
  return { db: db(), ...providers };
}

/**
 * One line for each answer of a provider, so that its own id of the call is found by our request and the other way
 * round. What an operator has to do something about is an error.
 */
function logAnswer(answered: ProviderAnswer): void {
  if (answered.fault === "account") {
    log.error(answered, "provider refuses because of the operator's own account");
  } else if (answered.fault === "ours") {
    log.error(answered, "provider does not understand a call of ours");
  } else log.info(answered, "provider answered");
}
