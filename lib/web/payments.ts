import "server-only";
import { db } from "@/db/client";
import type { PaymentContext } from "@/lib/domain/donations/types";
import { env } from "@/lib/env";
import type { CardProvider, WalletProvider } from "@/lib/providers/payment";
import { createPayPalProvider } from "@/lib/providers/paypal";
import { createStripeProvider } from "@/lib/providers/stripe";
import { unconfiguredCard, unconfiguredWallet } from "@/lib/providers/unconfigured";

let providers: { card: CardProvider; wallet: WalletProvider } | undefined;

/** The books and the configured providers. */
export function payments(): PaymentContext {
  const { card, wallet } = env();
  providers ??= {
    card: card ? createStripeProvider(card) : unconfiguredCard,
    wallet: wallet ? createPayPalProvider(wallet) : unconfiguredWallet,
  };
  return { db: db(), ...providers };
}
