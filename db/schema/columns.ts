import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { v7 } from "uuid";
import { now } from "@/lib/ground/clock";

/** A new time-ordered id. */
export function newId(): string {
  return v7();
}

/** A time-ordered primary key. */
export const id = () => uuid().primaryKey().$defaultFn(newId);

export type Actions = { onDelete: "cascade" };

/** The id of a row of another table. */
export const idOf = (column: () => AnyPgColumn, actions?: Actions) => uuid().references(column, actions);

/** A time to the millisecond, so that JavaScript reads exactly what is stored. */
export const timestamptz = () => timestamp({ precision: 3, withTimezone: true, mode: "date" });

/** When the row was written. */
export const createdAt = () => timestamptz().notNull().$defaultFn(now);

/** Words of a vocabulary as constants of a check. */
export const listed = (words: readonly string[]): SQL => sql.raw(words.map((word) => `'${word}'`).join(", "));

/** What a row has that is tried at a provider until it is done. */
export const triedColumns = () => ({
  tries: smallint().notNull().default(0),
  /** The provider's code when it refused the last try. */
  problem: text(),
  /** Until when one server works on it alone. */
  claimedUntil: timestamptz(),
  /** When it is tried or asked for next; null when nothing can change any more. */
  checkAt: timestamptz(),
  createdAt: createdAt(),
});

/** A sum of cents that may grow beyond 32 bits. */
export const cents = () => bigint({ mode: "number" });

/**
 * The number on a payment's receipt, which its payer and the operator know: 48 random bits in hexadecimal. It is made
 * neither by counting, which would show how much is paid here, nor from the row's id, which others can see.
 */
export const receiptNumber = () =>
  text()
    .notNull()
    .default(
      sql`upper(regexp_replace(right(gen_random_uuid()::text, 12), '(....)(....)(....)', '\\1-\\2-\\3'))`,
    );
