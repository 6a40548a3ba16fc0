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

const { capturePayment: _, ...card } = calls("stripe");
/** Replaces the card provider on a server without its keys: every call fails, and the rest of the site works. */
export const unconfiguredCard: CardGateway = {
  ...card,
  provider: "stripe",
  readEvent: () => {
    throw missing("stripe");
  },
};

const { createPayment: __, ...wallet } = calls("paypal");
/** The same for the wallet provider. */
export const unconfiguredWallet: WalletGateway = { ...wallet, provider: "paypal" };
