import type { Faults } from "../control/faults";
import type { SandboxEvent, Store } from "../state/store";
import { subjectOf } from "./event";
import type { Outbox } from "./outbox";

/** Passes events to the outbox, applying the faults that were requested for them. */
export class Dispatcher {
  #held: SandboxEvent[] = [];
  #batchSize = 0;

  constructor(
    private readonly store: Store,
    private readonly faults: Faults,
    private readonly outbox: Outbox,
  ) {}

  dispatch(events: readonly SandboxEvent[]): void {
    for (const event of events) this.#dispatchOne(event);
  }

  /** Sends the held events, last first, without waiting for more. */
  release(): void {
    const held = this.#held;
    this.#held = [];
    this.#batchSize = 0;
    for (const event of held.reverse()) this.outbox.add(event);
  }

  get held(): readonly string[] {
    return this.#held.map((event) => event.id);
  }

  #dispatchOne(event: SandboxEvent): void {
    const scope = { payment: subjectOf(event), event: event.type };
    if (this.faults.take("lose", scope)) {
      this.store.recordOutcome(event.id, "lost");
      return;
    }
    const reorder = this.#batchSize > 0 ? undefined : this.faults.take("reorder", scope);
    if (reorder) this.#batchSize = reorder;
    if (this.#batchSize > 0) {
      this.#held.push(event);
      if (this.#held.length >= this.#batchSize) this.release();
      return;
    }
    const copies = this.faults.take("duplicate", scope) ?? 1;
    const delayMs = this.faults.take("delayMs", scope);
    if (delayMs) this.outbox.addLater(event, copies, delayMs);
    else this.outbox.add(event, copies);
  }
}
