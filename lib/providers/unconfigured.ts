import { type CardGateway, ProviderUnavailable, type WalletGateway } from "./gateway";

/** Gateways of a server without a provider's keys: people can look around, and payments are not available. */
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
export const unconfiguredCard: CardGateway = {
  ...card,
  provider: "stripe",
  readEvent: () => {
    throw missing("stripe");
  },
};

const { createPayment: __, ...wallet } = calls("paypal");
export const unconfiguredWallet: WalletGateway = { ...wallet, provider: "paypal" };
