import type Stripe from "stripe";
import { newId, seconds } from "../ids";
import type { Kept, Kind, Store } from "./store";

type EventOf<T extends Stripe.Event["type"]> = Extract<Stripe.Event, { type: T }>;

/** What one call changes, seen by that call at once and by others when it is committed. */
export class Work {
  readonly #changed = new Map<string, Kept[Kind]>();
  readonly events: Stripe.Event[] = [];

  constructor(
    private readonly store: Store,
    private readonly cause: Stripe.Event.Request | null,
  ) {}

  find<K extends Kind>(kind: K, id: string): Kept[K] | null {
    const changed = this.#changed.get(id);
    return changed?.object === kind ? (changed as Kept[K]) : this.store.find(kind, id);
  }

  all<K extends Kind>(kind: K): Kept[K][] {
    const objects = new Map(this.store.all(kind).map((object) => [object.id, object]));
    for (const object of this.#changed.values())
      if (object.object === kind) objects.set(object.id, object as Kept[K]);
    return [...objects.values()];
  }

  put<T extends Kept[Kind]>(object: T): T {
    this.#changed.set(object.id, object);
    return object;
  }

  /** Tells the merchant of something, with the object as it is at this moment. */
  emit<T extends Stripe.Event["type"]>(type: T, object: EventOf<T>["data"]["object"]): void {
    const event = {
      id: newId("evt"),
      object: "event",
      api_version: "2026-10-28.endive" satisfies Stripe.LatestApiVersion,
      created: seconds(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: this.cause,
      type,
    } as unknown as EventOf<T>;
    this.events.push(event);
    this.put<Stripe.Event>(event);
  }

  changes(): Kept[Kind][] {
    return [...this.#changed.values()];
  }
}
