import { and, eq, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db, Tx } from "@/db/client";
import { dueRows, isSame } from "@/db/statement";
import { LEASE } from "./rules";

type CallTable = PgTable & Record<"id" | "state" | "tries" | "claimedUntil", PgColumn>;

/** A row as this server claimed it. */
type Claimed = { id: string; state: string; claimedUntil: Date | null };

/**
 * What the stores of transfers, their returns and payouts share: each row is one call to the provider. `name` is what
 * an error calls a row.
 */
export function callsOf<Table extends CallTable>(table: Table, name: string) {
  type Row = Table["$inferSelect"];
  const rows: PgTable = table;
  const select = (db: Db, id: string) => db.select().from(rows).where(eq(table.id, id));
  const onlyOf = ([row]: object[], id: string): Row => {
    if (!row) throw new Error(`${name} ${id} vanished`);
    return row as Row;
  };
  const leased = (at: Date) => new Date(at.getTime() + LEASE);
  /** Another key is needed for another call, and because the provider repeats a refusal for the same key. */
  const anotherTry = { tries: sql`${table.tries} + 1` };
  /** Not made, and claimed by nobody else since. */
  const isUnchanged = ({ id, state, claimedUntil }: Claimed) =>
    and(eq(table.id, id), eq(table.state, state), isSame(table.claimedUntil, claimedUntil));
  return {
    isUnchanged,
    /** @throws Error if there is none with this id */
    find: async (db: Db, id: string): Promise<Row> => onlyOf(await select(db, id), id),
    /** Locks a row, after what comes before it in the common order, until the transaction ends. */
    lock: async (tx: Tx, id: string): Promise<Row> => onlyOf(await select(tx, id).for("no key update"), id),
    /** Claims up to `limit` rows that are due for a check. */
    claim: async (db: Db, at: Date, limit: number): Promise<{ id: string }[]> => {
      const claimed = db
        .update(rows)
        .set({ checkAt: leased(at) })
        .where(dueRows(table, at, limit));
      return (await claimed.returning({ id: table.id })) as { id: string }[];
    },
    /** Claims a row for this server, with what its call sends; `isChanged` if that is not what it sent before. */
    lease: async (
      tx: Tx,
      id: string,
      { at, isChanged = false, ...sent }: { at: Date; isChanged?: boolean } & Partial<Row>,
    ): Promise<Row> => {
      const until = leased(at);
      const claimed = await tx
        .update(rows)
        .set({ ...sent, claimedUntil: until, checkAt: until, ...(isChanged && anotherTry) })
        .where(eq(table.id, id))
        .returning();
      return onlyOf(claimed, id);
    },
    /**
     * The provider refused the call, so that nothing was done; it is tried again at `checkAt`. Not if another server
     * claimed the row since: its call may be under way, with the same key.
     */
    refuse: async (db: Db, call: Claimed, to: { problem: string; checkAt: Date }): Promise<void> => {
      await db
        .update(rows)
        .set({ ...to, ...anotherTry, claimedUntil: null })
        .where(isUnchanged(call));
    },
    /** Gives up a claim under which no call was made. Not if another server claimed the row since. */
    release: async (db: Db, call: Claimed): Promise<void> => {
      await db.update(rows).set({ claimedUntil: null }).where(isUnchanged(call));
    },
  };
}
