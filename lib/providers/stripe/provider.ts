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
  /** Another origin that serves the same API, such as the payments sandbox; null for Stripe itself. */
  apiBase: string | null;
};

type Options = {
  /** How long one try may take, in milliseconds. */
  timeout?: number;
  /** How often a try that was not answered is repeated, with the same idempotency key. */
  retries?: number;
  onAnswer?: (answer: ProviderAnswer) => void;
};

/** The gateway to Stripe, by its official library. */
export function createStripeProvider(
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
 * Sends our request id with each call. In a header and not in the metadata: a retry has the same idempotency key, which
 * Stripe accepts with the same parameters only.
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
