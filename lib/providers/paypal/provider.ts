import type { WalletProvider } from "@/lib/providers/payment";
import { createClient, type Options, type PayPalKeys } from "./client";
import { translated } from "./errors";
import { readPayPalEvent } from "./event";
import { captureOrder, createOrder, findOrder, refundOrder } from "./orders";
import { Plans } from "./plans";
import { refundCapture } from "./refunds";
import { cancelSubscription, createSubscription, findSubscription } from "./subscriptions";

/** PayPal as the product's wallet provider, on the client of its official library. */
export function createPayPalProvider(keys: PayPalKeys, options: Options = {}): WalletProvider {
  const call = createClient(keys, options);
  const plans = new Plans(call);
  return {
    createOrder: (order) => translated(() => createOrder(call, order)),
    findOrder: (id, look) => translated(() => findOrder(call, id, look)),
    captureOrder: (id, key) => translated(() => captureOrder(call, id, key)),
    refundOrder: (id, key) => translated(() => refundOrder(call, id, key)),
    createSubscription: (subscription) => translated(() => createSubscription(call, plans, subscription)),
    findSubscription: (id, look) => translated(() => findSubscription(call, plans, id, look)),
    cancelSubscription: (id) => translated(() => cancelSubscription(call, id)),
    refundSubscriptionPayment: (id, key) => translated(() => refundCapture(call, id, key)),
    readEvent: (body, headers) => translated(() => readPayPalEvent(call, keys, body, headers)),
  };
}
