import { type CardGateway, ProviderUnavailable, type WalletGateway } from "./gateway";

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
