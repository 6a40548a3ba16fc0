import type { PaymentProvider } from "@/lib/ground/vocabulary";
import { type CardGateway, ProviderUnavailable, type WalletGateway } from "./gateway";
import type { PayoutProvider } from "./payout-provider";

const missing = (provider: string) => new ProviderUnavailable(`no keys of ${provider} are configured`);

const calls = (provider: string) => {
  const refuse = () => Promise.reject(missing(provider));
  return {
    openPage: refuse,
    findPayment: refuse,
    refundPayment: refuse,
    endPayment: refuse,
    createSubscription: refuse,
    findSubscription: refuse,
    cancelSubscription: refuse,
    refundSubscriptionPayment: refuse,
    createPayment: refuse,
    capturePayment: refuse,
    readEvent: refuse,
  };
};

/** Replaces the card provider on a server without its keys: every call fails, and the rest of the site works. */
export const unconfiguredCard: CardGateway = {
  ...calls("stripe"),
  provider: "stripe",
  readEvent: () => {
    throw missing("stripe");
  },
};

/** The same for the wallet provider. */
export const unconfiguredWallet: WalletGateway = { ...calls("paypal"), provider: "paypal" };

/** Replaces the providers of payouts where none is configured: nothing is moved or paid out. */
export const unconfiguredPayouts: Record<PaymentProvider, PayoutProvider | null> = {
  stripe: null,
  paypal: null,
};
