import type { Cause } from "../card/records";
import type { Kind, Records, SandboxEvent, Store } from "./store";

/** The changes of one call: visible to that call at once, to others when they are committed. */
export class UnitOfWork {
  readonly #changed = new Map<string, Records[Kind]>();
  readonly events: SandboxEvent[] = [];

  constructor(
    private readonly store: Store,
    readonly cause: Cause | null,
  ) {}

  find<K extends Kind>(kind: K, id: string): Records[K] | null {
    const changed = this.#changed.get(id);
    return changed?.object === kind ? (changed as Records[K]) : this.store.find(kind, id);
  }

  /** Oldest first. */
  all<K extends Kind>(kind: K): Records[K][] {
    const records = new Map(this.store.all(kind).map((record) => [record.id, record]));
    for (const record of this.#changed.values())
      if (record.object === kind) records.set(record.id, record as Records[K]);
    return [...records.values()];
  }

  put<T extends Records[Kind]>(record: T): T {
    this.#changed.set(record.id, record);
    return record;
  }

  /** The event is sent to the merchant after the commit. */
  addEvent(event: SandboxEvent): void {
    this.events.push(event);
    this.put(event);
  }

  changes(): Records[Kind][] {
    return [...this.#changed.values()];
  }
}
