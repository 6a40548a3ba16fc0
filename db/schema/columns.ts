import { bigint, timestamp, uuid } from "drizzle-orm/pg-core";
import { v7 } from "uuid";
import { now } from "@/lib/ground/clock";

/** A new time-ordered id. */
export function newId(): string {
  return v7();
}

/** A time-ordered primary key. */
export const id = () => uuid().primaryKey().$defaultFn(newId);

/** A time to the millisecond, so that JavaScript reads exactly what is stored. */
export const timestamptz = () => timestamp({ precision: 3, withTimezone: true, mode: "date" });

/** When the row was written. */
export const createdAt = () => timestamptz().notNull().$defaultFn(now);

/** A sum of cents that may grow beyond 32 bits. */
export const cents = () => bigint({ mode: "number" });
