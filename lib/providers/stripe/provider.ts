import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { requestIdHeader } from "@/lib/ground/request-context";
import type { Answered, CardProvider, ProviderPayment } from "@/lib/providers/payment";
import { createCheckout, expireCheckout, findCheckout } from "./checkout";
import { hasCode, translated } from "./errors";
import { readStripeEvent } from "./event";
import { cancelSubscription, createSubscription, findSubscription } from "./subscriptions";
import { paymentTruth } from "./truth";

type StripeKeys = {
  secretKey: string;
  webhookSecret: string;
  /** Another origin that speaks the same API, such as the payments sandbox; null for Stripe itself. */
  apiBase: string | null;
};

type Patience = {
  /** How long one try may take, in milliseconds. */
  timeout?: number;
  /** How often a try that was not answered is made again, with the same idempotency key. */
  retries?: number;
};

type Options = Patience & { onAnswer?: (answered: Answered) => void };

/** Stripe as the product's card provider, by its official library. */
export function createStripeProvider(
  keys: StripeKeys,
  { timeout = 10_000, retries = 2, onAnswer }: Options = {},
): CardProvider {
  const stripe = new Stripe(keys.secretKey, {
    ...address(keys.apiBase),
    timeout,
    maxNetworkRetries: retries,
    telemetry: false,
    httpClient: underOurRequest(Stripe.createNodeHttpClient()),
  });
  if (onAnswer) {
    stripe.on("response", ({ method, path, status, request_id }: Stripe.ResponseEvent) => {
      const [withoutQuery = ""] = path.split("?");
      onAnswer({ provider: "stripe", method, path: withoutQuery, status, providerRequestId: request_id });
    });
  }
  return {
    createPayment: ({ amount, currency, description, metadata, idempotencyKey }) =>
      translated(async () => {
        const intent = await stripe.paymentIntents.create(
          { amount, currency, description, metadata, automatic_payment_methods: { enabled: true } },
          { idempotencyKey },
        );
        return { id: intent.id, clientSecret: secretOf(intent) };
      }),
    findPayment: (id) => translated(() => findPayment(stripe, id)),
    refundPayment: (id, idempotencyKey) => translated(() => refundPayment(stripe, id, idempotencyKey)),
    cancelPayment: (id) =>
      translated(async () => {
        try {
          await onceUnlocked(() => stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" }));
        } catch (error) {
          if (!hasCode(error, "payment_intent_unexpected_state")) throw error;
        }
      }),
    createCheckout: (checkout) => translated(() => createCheckout(stripe, checkout)),
    findCheckout: (id) => translated(() => findCheckout(stripe, id)),
    expireCheckout: (id) => translated(() => expireCheckout(stripe, id)),
    createSubscription: (subscription) => translated(() => createSubscription(stripe, subscription)),
    findSubscription: (id) => translated(() => findSubscription(stripe, id)),
    cancelSubscription: (id) => translated(() => cancelSubscription(stripe, id)),
    refundSubscriptionPayment: (id, idempotencyKey) =>
      translated(() => refundPayment(stripe, id, idempotencyKey)),
    readEvent: (body, signature, at) => readStripeEvent(stripe, keys.webhookSecret, body, signature, at),
  };
}

const LOCK_TRIES = 15;
const LOCK_WAIT_MS = 100;

/** Tries again while Stripe keeps a payment locked, because a card is just being tried on it. */
async function onceUnlocked(call: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await call();
      return;
    } catch (error) {
      if (!hasCode(error, "lock_timeout") || tries === LOCK_TRIES) throw error;
      await sleep(LOCK_WAIT_MS);
    }
  }
}

/**
 * Names the request of ours that a call belongs to. In a header and not in the metadata: a retry has the same idempotency key, which Stripe takes
 * with the same parameters only.
 */
function underOurRequest(client: Stripe.HttpClient): Stripe.HttpClient {
  const send = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, headers, ...rest) =>
    send(host, port, path, method, { ...headers, ...requestIdHeader() }, ...rest);
  return client;
}

/** A payment's id can come from an address bar; only what looks like one is looked up. */
const PAYMENT_ID = /^pi_\w{1,250}$/;

async function findPayment(stripe: Stripe, id: string): Promise<ProviderPayment | null> {
  if (!PAYMENT_ID.test(id)) return null;
  try {
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
    const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
    const disputes = charge?.disputed ? (await stripe.disputes.list({ charge: charge.id })).data : [];
    const declines = intent.last_payment_error ? await declinesOf(stripe, id) : 0;
    return paymentTruth(intent, charge, disputes, declines);
  } catch (error) {
    if (hasCode(error, "resource_missing")) return null;
    throw error;
  }
}

async function refundPayment(stripe: Stripe, id: string, idempotencyKey: string): Promise<void> {
  try {
    await stripe.refunds.create({ payment_intent: id }, { idempotencyKey });
  } catch (error) {
    if (!hasCode(error, "charge_already_refunded")) throw error;
  }
}

/** Every card that was tried on a payment is a charge; a hundred of them are enough to know. */
async function declinesOf(stripe: Stripe, id: string): Promise<number> {
  const { data } = await stripe.charges.list({ payment_intent: id, limit: 100 });
  return data.filter(({ status }) => status === "failed").length;
}

function secretOf(intent: Stripe.PaymentIntent): string {
  if (!intent.client_secret) throw new Error(`payment ${intent.id} came without its client secret`);
  return intent.client_secret;
}

function address(apiBase: string | null): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> {
  if (!apiBase) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const secure = protocol === "https:";
  return { host: hostname, port: port || (secure ? 443 : 80), protocol: secure ? "https" : "http" };
}
