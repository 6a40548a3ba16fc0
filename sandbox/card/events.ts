import { createHmac } from "node:crypto";
import type Stripe from "stripe";
import type { Hook } from "../events/sender";
import { newId, seconds } from "../ids";
import type { UnitOfWork } from "../state/unit-of-work";

type EventOf<T extends Stripe.Event["type"]> = Extract<Stripe.Event, { type: T }>;

/** Adds an event that carries the object as it is now. */
export function emit<T extends Stripe.Event["type"]>(
  work: UnitOfWork,
  type: T,
  object: EventOf<T>["data"]["object"],
): void {
  const event = {
    id: newId("evt"),
    object: "event",
    api_version: "2026-10-28.endive" satisfies Stripe.LatestApiVersion,
    created: seconds(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: work.cause,
    type,
  } as unknown as EventOf<T>;
  work.addEvent(event as Stripe.Event);
}

/** The destination of the card provider's events, and how they are signed. */
export function cardHook(url: string | null, secret: string): Hook {
  return {
    url,
    headersFor: (body) => ({
      "Stripe-Signature": signature(secret, body, seconds()),
      "User-Agent": "Stripe/1.0 (sandbox)",
    }),
  };
}

/** The `Stripe-Signature` of a body. `at` in seconds. */
function signature(secret: string, body: string, at: number): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}
