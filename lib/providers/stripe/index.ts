import type { CardGateway } from "@/lib/providers/gateway";
import { createClient, type Options, type StripeAccess } from "./client";
import { translated } from "./errors";
import { readStripeEvent } from "./event";
import { closePage, findPaymentOfPage, openPage, PAGE_ID } from "./pages";
import { cancelPayment, createPayment, findIntent, listPayments, refundPayment, sumFees } from "./payments";
import { cancelSubscription, createSubscription, findSubscription } from "./subscriptions";

type StripeKeys = StripeAccess & { webhookSecret: string };

/** The gateway to Stripe, through its official library. */
export function createStripeGateway(keys: StripeKeys, options: Options = {}): CardGateway {
  const stripe = createClient(keys, options);
  return {
    provider: "stripe",
    createPayment: (payment) => translated(() => createPayment(stripe, payment)),
    listPayments: (span, after) => translated(() => listPayments(stripe, span, after)),
    openPage: (page) => translated(() => openPage(stripe, page)),
    findPayment: (id) =>
      translated(() => (PAGE_ID.test(id) ? findPaymentOfPage(stripe, id) : findIntent(stripe, id))),
    refundPayment: (id, idempotencyKey, upTo) =>
      translated(() => refundPayment(stripe, id, idempotencyKey, upTo)),
    endPayment: (id) =>
      translated(() => (PAGE_ID.test(id) ? closePage(stripe, id) : cancelPayment(stripe, id))),
    createSubscription: (subscription) => translated(() => createSubscription(stripe, subscription)),
    findSubscription: (id) => translated(() => findSubscription(stripe, id)),
    cancelSubscription: (id) => translated(() => cancelSubscription(stripe, id)),
    refundSubscriptionPayment: (id, idempotencyKey, upTo) =>
      translated(() => refundPayment(stripe, id, idempotencyKey, upTo)),
    sumFees: (span) => translated(() => sumFees(stripe, span)),
    readEvent: (body, signature, at) => readStripeEvent(stripe, keys.webhookSecret, body, signature, at),
  };
}
