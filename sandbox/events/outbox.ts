import type { EventFate, Store } from "../state/store";
import { aboutOf, happenedAt, type SandboxEvent } from "./event";
import type { Sender } from "./sender";

const AT_ONCE = 8;
const LONGEST_WAIT = 60_000;
/** For how long an event is tried, as both providers do. */
const GIVEN_UP_AFTER = 3 * 86_400_000;

type Delivery = { event: SandboxEvent; copies: number; tries: number };

/**
 * Delivers events: those of one payment or subscription one after the other in the order they happened, those of different ones side by side. One that is
 * not answered with 2xx is sent again after a wait that doubles, and what comes after it waits.
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

  /** Takes up what an earlier run did not deliver. */
  resume(): void {
    const events = [...this.store.all("event"), ...this.store.all("wallet_event")];
    for (const event of events) if (!this.store.fateOf(event.id)) this.add(event);
  }

  /** Queues an event behind the others of its payment or subscription. */
  add(event: SandboxEvent, copies = 1): void {
    if (!this.sender.reaches(event)) return;
    const lane = aboutOf(event);
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
    this.sender.end();
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#busy);
  }

  #pump(): void {
    while (this.#busy.size < AT_ONCE) {
      const lane = this.#ready.shift();
      if (lane === undefined) return;
      const work = this.#deliver(lane).finally(() => {
        this.#busy.delete(work);
        this.#pump();
      });
      this.#busy.add(work);
    }
  }

  async #deliver(lane: string): Promise<void> {
    const waiting = this.#lanes.get(lane) ?? [];
    const [head] = waiting;
    if (!head) return;
    const statuses = await Promise.all(
      Array.from({ length: head.copies }, () => this.sender.send(head.event)),
    );
    if (!this.sender.reaches(head.event)) return;
    const fate = this.#fateOf(head, statuses);
    if (!fate) {
      head.tries += 1;
      const wait = Math.min(LONGEST_WAIT, this.retryMs * 2 ** Math.min(head.tries - 1, 16));
      this.#after(wait, () => this.#ready.push(lane));
      return;
    }
    this.store.settleEvent(head.event.id, fate);
    waiting.shift();
    if (waiting.length > 0) this.#ready.push(lane);
    else this.#lanes.delete(lane);
  }

  #fateOf({ event }: Delivery, statuses: (number | null)[]): EventFate | null {
    if (statuses.every((status) => status !== null && status >= 200 && status < 300)) return "delivered";
    return Date.now() - happenedAt(event) > GIVEN_UP_AFTER ? "given_up" : null;
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
