import type { CardKept } from "../card/kept";
import type { WalletKept } from "../wallet/kept";
import { Journal } from "./journal";
import type { Work } from "./work";

export type Kept = CardKept & WalletKept;
export type Kind = keyof Kept;

/** The answer to a call. One that is not `final` is not given again to the same idempotency key: the call is made anew. */
export type Answer = { status: number; body: unknown; final?: false };
type KeyedAnswer = Answer & { key: string; fingerprint: string; requestId: string };

/** One line of the journal: everything that one call changed, so that a crash keeps all of it or nothing. */
type Entry = { put?: Kept[Kind][]; answer?: KeyedAnswer; settled?: { event: string; as: EventFate } };
/** What became of an event. */
export type EventFate = "delivered" | "lost" | "given_up";

/** All that the sandbox knows, kept over a restart. */
export class Store {
  readonly #kept = new Map<Kind, Map<string, Kept[Kind]>>();
  readonly #answers = new Map<string, KeyedAnswer>();
  readonly #fates = new Map<string, EventFate>();
  readonly #journal: Journal<Entry>;

  constructor(folder: string) {
    this.#journal = Journal.open<Entry>(folder, (entry) => this.#apply(entry));
  }

  find<K extends Kind>(kind: K, id: string): Kept[K] | null {
    return (this.#kept.get(kind)?.get(id) as Kept[K] | undefined) ?? null;
  }

  /** Oldest first. */
  all<K extends Kind>(kind: K): Kept[K][] {
    return [...(this.#kept.get(kind)?.values() ?? [])] as Kept[K][];
  }

  answerFor(key: string): KeyedAnswer | null {
    return this.#answers.get(key) ?? null;
  }

  fateOf(eventId: string): EventFate | null {
    return this.#fates.get(eventId) ?? null;
  }

  /** Writes what a call changed, with the answer to its idempotency key. */
  commit(work: Work, answer?: KeyedAnswer): void {
    const put = work.changes();
    if (put.length === 0 && !answer) return;
    this.#write({ ...(put.length > 0 && { put }), ...(answer && { answer }) });
  }

  settleEvent(event: string, as: EventFate): void {
    this.#write({ settled: { event, as } });
  }

  close(): void {
    this.#journal.close();
  }

  #write(entry: Entry): void {
    this.#journal.append(entry);
    this.#apply(entry);
  }

  #apply({ put = [], answer, settled }: Entry): void {
    for (const object of put) {
      const kept = this.#kept.get(object.object) ?? new Map<string, Kept[Kind]>();
      this.#kept.set(object.object, kept.set(object.id, object));
    }
    if (answer) this.#answers.set(answer.key, answer);
    if (settled) this.#fates.set(settled.event, settled.as);
  }
}
