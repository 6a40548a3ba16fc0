import type Stripe from "stripe";
import { newId, seconds } from "../../ids";
import type { Work } from "../../state/work";

type EventOf<T extends Stripe.Event["type"]> = Extract<Stripe.Event, { type: T }>;

/** Tells the merchant of something, with the object as it is at this moment. */
export function emit<T extends Stripe.Event["type"]>(
  work: Work,
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
  work.tell(event as Stripe.Event);
}
