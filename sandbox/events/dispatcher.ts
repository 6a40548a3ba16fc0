import type { Orders } from "../orders/orders";
import type { Store } from "../state/store";
import { aboutOf, type SandboxEvent } from "./event";
import type { Outbox } from "./outbox";

/** Hands what happened to the outbox, as the orders of the moment have it. */
export class Dispatcher {
  #held: SandboxEvent[] = [];
  #wanted = 0;

  constructor(
    private readonly store: Store,
    private readonly orders: Orders,
    private readonly outbox: Outbox,
  ) {}

  dispatch(events: readonly SandboxEvent[]): void {
    for (const event of events) this.#one(event);
  }

  /** Sends held events on, last first, without waiting for more. */
  release(): void {
    const held = this.#held;
    this.#held = [];
    this.#wanted = 0;
    for (const event of held.reverse()) this.outbox.add(event);
  }

  get held(): readonly string[] {
    return this.#held.map((event) => event.id);
  }

  #one(event: SandboxEvent): void {
    const about = { payment: aboutOf(event), event: event.type };
    if (this.orders.take("lose", about)) {
      this.store.settleEvent(event.id, "lost");
      return;
    }
    const reorder = this.#wanted > 0 ? undefined : this.orders.take("reorder", about);
    if (reorder) this.#wanted = reorder;
    if (this.#wanted > 0) {
      this.#held.push(event);
      if (this.#held.length >= this.#wanted) this.release();
      return;
    }
    const copies = this.orders.take("duplicate", about) ?? 1;
    const delayMs = this.orders.take("delayMs", about);
    if (delayMs) this.outbox.addLater(event, copies, delayMs);
    else this.outbox.add(event, copies);
  }
}
