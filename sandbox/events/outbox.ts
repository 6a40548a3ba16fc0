import type { EventOutcome, SandboxEvent, Store } from "../state/store";
import { happenedAt, subjectOf } from "./event";
import type { Sender } from "./sender";

const CONCURRENCY = 8;
const MAX_WAIT_MS = 60_000;
/** Both providers retry an event for three days. */
const GIVE_UP_AFTER_MS = 3 * 86_400_000;

type Delivery = { event: SandboxEvent; copies: number; tries: number };

/**
 * Delivers events: those of one payment or subscription in the order they happened, those of different ones in
 * parallel. An event that is not answered with 2xx is retried with exponential backoff; later ones of its lane wait.
 */
export class Outbox {
  readonly #lanes = new Map<string, Delivery[]>();
  readonly #ready: string[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #busy = new Set<Promise<void>>();

  constructor(
    private readonly store: Store,
    private readonly sender: Sender,
    private readonly retryMs: number,
  ) {}

  /** Queues what an earlier run did not deliver. */
  resume(): void {
    for (const event of this.store.events()) if (!this.store.outcomeOf(event.id)) this.add(event);
  }

  /** Queues an event behind the others of its payment or subscription. */
  add(event: SandboxEvent, copies = 1): void {
    if (!this.sender.canSend(event)) return;
    const lane = subjectOf(event);
    const waiting = this.#lanes.get(lane);
    if (waiting) {
      waiting.push({ event, copies, tries: 0 });
      return;
    }
    this.#lanes.set(lane, [{ event, copies, tries: 0 }]);
    this.#ready.push(lane);
    this.#pump();
  }

  /** Queues an event later; those that follow overtake it. */
  addLater(event: SandboxEvent, copies: number, delayMs: number): void {
    this.#after(delayMs, () => this.add(event, copies));
  }

  async stop(): Promise<void> {
    this.sender.stop();
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#busy);
  }

  #pump(): void {
    while (this.#busy.size < CONCURRENCY) {
      const lane = this.#ready.shift();
      if (lane === undefined) return;
      const delivery = this.#deliver(lane).finally(() => {
        this.#busy.delete(delivery);
        this.#pump();
      });
      this.#busy.add(delivery);
    }
  }

  async #deliver(lane: string): Promise<void> {
    const waiting = this.#lanes.get(lane) ?? [];
    const [head] = waiting;
    if (!head) return;
    const statuses = await Promise.all(
      Array.from({ length: head.copies }, () => this.sender.send(head.event)),
    );
    if (!this.sender.canSend(head.event)) return;
    const outcome = this.#outcomeOf(head, statuses);
    if (!outcome) {
      head.tries += 1;
      const waitMs = Math.min(MAX_WAIT_MS, this.retryMs * 2 ** Math.min(head.tries - 1, 16));
      this.#after(waitMs, () => this.#ready.push(lane));
      return;
    }
    this.store.recordOutcome(head.event.id, outcome);
    waiting.shift();
    if (waiting.length > 0) this.#ready.push(lane);
    else this.#lanes.delete(lane);
  }

  #outcomeOf({ event }: Delivery, statuses: (number | null)[]): EventOutcome | null {
    if (statuses.every((status) => status !== null && status >= 200 && status < 300)) return "delivered";
    return Date.now() - happenedAt(event) > GIVE_UP_AFTER_MS ? "given_up" : null;
  }

  #after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
      this.#pump();
    }, ms);
    this.#timers.add(timer);
  }
}
