import { and, asc, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import type { PaymentRecord } from "./types";

type Source = {
  table: PgTable;
  /** Where each field of a record is found. */
  columns: { [Field in keyof PaymentRecord]: PgColumn | SQL<PaymentRecord[Field]> } & {
    [Field in "id" | "payerId" | "state" | "refundReason" | "createdAt"]: PgColumn;
  };
  /** The provider's ids that a payment is asked for by. */
  references: readonly PgColumn[];
  /** What an unfinished one must be besides: demo data waits for nothing. */
  waits?: SQL;
  /** Whether reconciliation checks these rows by a clock of their own, which an ordered refund sets. */
  hasClock: boolean;
};

export type PaymentRecords = {
  /** By our id or the provider's. */
  find: (db: Db, reference: string) => Promise<PaymentRecord | null>;
  /** Pending since before a moment, or with a refund due; oldest first. */
  unfinished: (db: Db, pendingBefore: Date, limit: number) => Promise<PaymentRecord[]>;
  /** Newest first. */
  paidBy: (db: Db, personId: string, limit: number) => Promise<PaymentRecord[]>;
  /** Marks a completed payment as one that has to go back; false if it is not completed any more, or is going back already. */
  orderRefund: (db: Db, id: string, checkAt: Date) => Promise<boolean>;
};

/** What operators' commands ask of a table of payments. */
export function paymentRecords({ table, columns, references, waits, hasClock }: Source): PaymentRecords {
  const { id, payerId, state, refundReason, createdAt } = columns;
  const select = (db: Db) => db.select(columns).from(table);
  return {
    find: async (db, reference) => {
      const isIt = isUuid(reference)
        ? eq(id, reference)
        : or(...references.map((column) => eq(column, reference)));
      const [row] = await select(db).where(isIt);
      return (row as PaymentRecord | undefined) ?? null;
    },
    unfinished: async (db, pendingBefore, limit) => {
      const moment = sql`${pendingBefore.toISOString()}::timestamptz`;
      const isUnfinished = sql`((${state} = 'pending' and ${createdAt} < ${moment})
        or (${state} = 'completed' and ${refundReason} is not null))`;
      const rows = await select(db).where(and(isUnfinished, waits)).orderBy(asc(createdAt)).limit(limit);
      return rows as PaymentRecord[];
    },
    paidBy: async (db, personId, limit) => {
      const rows = await select(db).where(eq(payerId, personId)).orderBy(desc(createdAt)).limit(limit);
      return rows as PaymentRecord[];
    },
    orderRefund: async (db, paymentId, checkAt) => {
      const rows = await db
        .update(table)
        .set({ refundReason: "requested", ...(hasClock && { checkAt }) })
        .where(and(eq(id, paymentId), eq(state, "completed"), isNull(refundReason)))
        .returning({ id });
      return rows.length > 0;
    },
  };
}
