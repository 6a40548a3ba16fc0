import Stripe from "stripe";
import { requestIdHeader } from "@/lib/ground/request-context";
import type { ProviderAnswer } from "@/lib/providers/gateway";

export const STRIPE_API = "https://api.stripe.com";

export type StripeAccess = {
  secretKey: string;
  /** Another origin with the same API, such as the payments sandbox; null for Stripe itself. */
  apiBase: string | null;
};

export type Options = {
  /** Time limit of one try, in milliseconds. */
  timeout?: number;
  /** Number of retries without an answer, with the same idempotency key. */
  retries?: number;
  onAnswer?: (answer: ProviderAnswer) => void;
};

/** Stripe's official library, with time limits, our request ids and a report of every answer. */
export function createClient(
  { secretKey, apiBase }: StripeAccess,
  { timeout = 10_000, retries = 2, onAnswer }: Options,
): Stripe {
  const stripe = new Stripe(secretKey, {
    ...address(apiBase),
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
  return stripe;
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
