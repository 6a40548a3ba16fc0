import { sql } from "drizzle-orm";
import type { Db } from "./client";

/**
 * The moment at which a statement reads: which transactions it sees. Two statements of the same moment see the same rows, for every change but a
 * sequence's makes a new moment, whichever server makes it.
 */
export const momentRead = sql<string>`pg_current_snapshot()::text`;

/**
 * What was read last of something that everybody sees alike, each part under its name, for as long as the database has not changed. Nothing in it
 * is ever old, so nobody has to drop it: whoever reads knows the present moment from a statement that they need anyway.
 */
export class KeptRead<T> {
  readonly #kept = new WeakMap<Db, Map<string, { moment: string; value: T }>>();

  /** What was read at this moment; undefined when it was not, or when the moment is not known. */
  find(db: Db, name: string, moment: string | null): T | undefined {
    const kept = this.#kept.get(db)?.get(name);
    return kept !== undefined && kept.moment === moment ? kept.value : undefined;
  }

  keep(db: Db, name: string, moment: string, value: T): void {
    const ofDb = this.#kept.get(db) ?? new Map();
    this.#kept.set(db, ofDb.set(name, { moment, value }));
  }
}
