import type { SandboxEvent } from "../events/event";
import type { Kept, Kind, Store } from "./store";

/** The call that changes something, as the card provider's events tell it. */
export type Cause = { id: string | null; idempotency_key: string | null };

/** What one call changes, seen by that call at once and by others when it is committed. */
export class Work {
  readonly #changed = new Map<string, Kept[Kind]>();
  readonly events: SandboxEvent[] = [];

  constructor(
    private readonly store: Store,
    readonly cause: Cause | null,
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

  /** Tells the merchant of something, once this is committed. */
  tell(event: SandboxEvent): void {
    this.events.push(event);
    this.put(event);
  }

  changes(): Kept[Kind][] {
    return [...this.#changed.values()];
  }
}
