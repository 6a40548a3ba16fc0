import type { WalletGateway } from "@/lib/providers/gateway";
import { createClient, type Options, type PayPalKeys } from "./client";
import { translated } from "./errors";
import { readPayPalEvent } from "./event";
import { capturePayment, findPayment, openPage, refundPayment } from "./orders";
import { Plans } from "./plans";
import {
  cancelSubscription,
  createSubscription,
  findSubscription,
  refundSubscriptionPayment,
} from "./subscriptions";

/** The gateway to PayPal, through its official library. */
export function createPayPalGateway(keys: PayPalKeys, options: Options = {}): WalletGateway {
  const call = createClient(keys, options);
  const plans = new Plans(call);
  return {
    provider: "paypal",
    openPage: (page) => translated(() => openPage(call, page)),
    findPayment: (id, include) => translated(() => findPayment(call, id, include)),
    capturePayment: (id, key) => translated(() => capturePayment(call, id, key)),
    refundPayment: (id, key, upTo) => translated(() => refundPayment(call, id, key, upTo)),
    // PayPal has no such call: an unpaid order expires, and only our capture can charge it.
    endPayment: async () => {},
    createSubscription: (subscription) => translated(() => createSubscription(call, plans, subscription)),
    findSubscription: (id, include) => translated(() => findSubscription(call, plans, id, include)),
    cancelSubscription: (id) => translated(() => cancelSubscription(call, id)),
    refundSubscriptionPayment: (id, key, upTo) =>
      translated(() => refundSubscriptionPayment(call, id, key, upTo)),
    readEvent: (body, headers) => translated(() => readPayPalEvent(call, keys, body, headers)),
  };
}
