import type Stripe from "stripe";
import { newId, seconds } from "../ids";
import type { Kind, Records } from "../state/store";
import type { UnitOfWork } from "../state/unit-of-work";

type EventOf<T extends Stripe.Event["type"]> = Extract<Stripe.Event, { type: T }>;

/** Adds an event that carries the object as it is now. `account` is the connected account that it belongs to. */
export function emit<T extends Stripe.Event["type"]>(
  work: UnitOfWork,
  type: T,
  object: EventOf<T>["data"]["object"],
  account?: string,
): void {
  const event = {
    id: newId("evt"),
    object: "event",
    ...(account !== undefined && { account }),
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

/** Stores an object, and adds the event that carries it. */
export function record<T extends Stripe.Event["type"]>(
  work: UnitOfWork,
  type: T,
  object: EventOf<T>["data"]["object"],
): EventOf<T>["data"]["object"] {
  work.put(object as Records[Kind]);
  emit(work, type, object);
  return object;
}

/** What happened to a connected account, for `emitThin`: the type of the event and its own data. */
type Thin =
  | { type: "v2.core.account[requirements].updated" | "v2.core.account.closed" }
  | {
      type: "v2.core.account[configuration.recipient].capability_status_updated";
      data: { updated_capability: string };
    };

/** Adds an event about a connected account, as the second version of the API has them. */
export function emitThin(work: UnitOfWork, account: string, thin: Thin): void {
  const { cause } = work;
  work.addEvent({
    id: newId("evt"),
    object: "v2.core.event",
    context: null,
    created: new Date().toISOString(),
    livemode: false,
    reason: cause && { type: "request", request: cause },
    related_object: { id: account, type: "v2.core.account", url: `/v2/core/accounts/${account}` },
    ...thin,
  });
}
