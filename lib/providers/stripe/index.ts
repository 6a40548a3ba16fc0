import Stripe from "stripe";
import { requestIdHeader } from "@/lib/ground/request-context";
import type { CardGateway, ProviderAnswer } from "@/lib/providers/gateway";
import { translated } from "./errors";
import { readStripeEvent } from "./event";
import { closePage, findPaymentOfPage, openPage, PAGE_ID } from "./pages";
import { cancelPayment, createPayment, findIntent, refundPayment } from "./payments";
import { cancelSubscription, createSubscription, findSubscription } from "./subscriptions";

type StripeKeys = {
  secretKey: string;
  webhookSecret: string;
  /** Another origin with the same API, such as the payments sandbox; null for Stripe itself. */
  apiBase: string | null;
};

type Options = {
  /** Time limit of one try, in milliseconds. */
  timeout?: number;
  /** Number of retries without an answer, with the same idempotency key. */
  retries?: number;
  onAnswer?: (answer: ProviderAnswer) => void;
};

/** The gateway to Stripe, through its official library. */
export function createStripeGateway(
  keys: StripeKeys,
  { timeout = 10_000, retries = 2, onAnswer }: Options = {},
): CardGateway {
  const stripe = new Stripe(keys.secretKey, {
    ...address(keys.apiBase),
    timeout,
    maxNetworkRetries: retries,
    telemetry: false,
    httpClient: withRequestId(Stripe.createNodeHttpClient()),
  });
  if (onAnswer) {
    stripe.on("response", ({ method, path, status, request_id }: Stripe.ResponseEvent) => {
      const [withoutQuery = ""] = path.split("?");
      onAnswer({ provider: "stripe", method, path: withoutQuery, status, providerRequestId: request_id });
    });
  }
  return {
    provider: "stripe",
    createPayment: (payment) => translated(() => createPayment(stripe, payment)),
    openPage: (page) => translated(() => openPage(stripe, page)),
    findPayment: (id) =>
      translated(() => (PAGE_ID.test(id) ? findPaymentOfPage(stripe, id) : findIntent(stripe, id))),
    refundPayment: (id, idempotencyKey) => translated(() => refundPayment(stripe, id, idempotencyKey)),
    endPayment: (id) =>
      translated(() => (PAGE_ID.test(id) ? closePage(stripe, id) : cancelPayment(stripe, id))),
    createSubscription: (subscription) => translated(() => createSubscription(stripe, subscription)),
    findSubscription: (id) => translated(() => findSubscription(stripe, id)),
    cancelSubscription: (id) => translated(() => cancelSubscription(stripe, id)),
    refundSubscriptionPayment: (id, idempotencyKey) =>
      translated(() => refundPayment(stripe, id, idempotencyKey)),
    readEvent: (body, signature, at) => readStripeEvent(stripe, keys.webhookSecret, body, signature, at),
  };
}

/**
 * Sends our request id with each call, in a header and not in the metadata: Stripe accepts a retry's idempotency key
 * only with the same parameters.
 */
function withRequestId(client: Stripe.HttpClient): Stripe.HttpClient {
  const send = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, headers, ...rest) =>
    send(host, port, path, method, { ...headers, ...requestIdHeader() }, ...rest);
  return client;
}

function address(apiBase: string | null): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> {
  if (!apiBase) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const secure = protocol === "https:";
  return { host: hostname, port: port || (secure ? 443 : 80), protocol: secure ? "https" : "http" };
}
