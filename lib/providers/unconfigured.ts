import { type CardProvider, ProviderUnavailable, type WalletProvider } from "./payment";

/** Providers of a server without their keys: people can look around, payments answer that the provider is not available. */
const missing = (what: string) => new ProviderUnavailable(`no ${what} provider is configured`);

const noCard = () => Promise.reject(missing("card"));
export const unconfiguredCard: CardProvider = {
  createPayment: noCard,
  findPayment: noCard,
  refundPayment: noCard,
  cancelPayment: noCard,
  createCheckout: noCard,
  findCheckout: noCard,
  expireCheckout: noCard,
  createSubscription: noCard,
  findSubscription: noCard,
  cancelSubscription: noCard,
  refundSubscriptionPayment: noCard,
  readEvent: () => {
    throw missing("card");
  },
};

const noWallet = () => Promise.reject(missing("wallet"));
export const unconfiguredWallet: WalletProvider = {
  createOrder: noWallet,
  findOrder: noWallet,
  captureOrder: noWallet,
  refundOrder: noWallet,
  createSubscription: noWallet,
  findSubscription: noWallet,
  cancelSubscription: noWallet,
  refundSubscriptionPayment: noWallet,
  readEvent: noWallet,
};
