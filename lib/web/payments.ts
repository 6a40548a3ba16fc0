import "server-only";
import { db } from "@/db/client";
import type { PaymentContext } from "@/lib/domain/donations/types";
import { env } from "@/lib/env";
import { type CardProvider, ProviderUnavailable } from "@/lib/providers/payment";
import { createStripeProvider } from "@/lib/providers/stripe";

let card: CardProvider | undefined;

/** The books and the configured card provider. */
export function payments(): PaymentContext {
  const keys = env().card;
  card ??= keys ? createStripeProvider(keys) : unconfigured;
  return { db: db(), card };
}

const refuse = () => Promise.reject(new ProviderUnavailable("no card provider is configured"));

/** A public server without keys: people can look around, payments answer that the provider is not available. */
const unconfigured: CardProvider = {
  createPayment: refuse,
  findPayment: refuse,
  refundPayment: refuse,
  cancelPayment: refuse,
  createCheckout: refuse,
  findCheckout: refuse,
  expireCheckout: refuse,
  readEvent: () => {
    throw new ProviderUnavailable("no card provider is configured");
  },
};
