import { and, asc, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import type { RefundReason } from "@/lib/ground/vocabulary";
import type { PaymentRecord } from "./types";

type Source = {
  table: PgTable;
  /** The column of each field of a record. */
  columns: { [Field in keyof PaymentRecord]: PgColumn | SQL<PaymentRecord[Field]> } & {
    [Field in "id" | "receiptNumber" | "payerId" | "state" | "refundReason" | "createdAt"]: PgColumn;
  };
  /** The provider's ids by which a payment can be found. */
  references: readonly PgColumn[];
  /** A further condition for unfinished payments, so that demo data is not listed. */
  unfinishedIf?: SQL;
  /** Whether the table has a `check_at` of its own, which a refund due sets. */
  hasCheckAt: boolean;
};

export type PaymentRecords = {
  /** By our id, the provider's, or the number of the receipt, in any case and with or without its signs. */
  find: (db: Db, reference: string) => Promise<PaymentRecord | null>;
  /** Pending since before a time, or with a refund due; oldest first. */
  unfinished: (db: Db, pendingBefore: Date, limit: number) => Promise<PaymentRecord[]>;
  /** Newest first. */
  paidBy: (db: Db, personId: string, limit: number) => Promise<PaymentRecord[]>;
  /** Marks a completed payment as refund due; false if it is no longer completed, or a refund is due already. */
  markRefundDue: (db: Db, id: string, due: { reason: RefundReason; checkAt: Date }) => Promise<boolean>;
};

type Common = Record<
  "id" | "receiptNumber" | "currency" | "refundReason" | "refundRefusal" | "refundedAt",
  PgColumn
>;

/** What the rows of all payments have. */
export const commonColumns = <T extends Common>(table: T): Pick<T, keyof Common> => {
  const { id, receiptNumber, currency, refundReason, refundRefusal, refundedAt } = table;
  return { id, receiptNumber, currency, refundReason, refundRefusal, refundedAt };
};

/** The queries of operator commands for one table of payments. */
export function paymentRecords({
  table,
  columns,
  references,
  unfinishedIf,
  hasCheckAt,
}: Source): PaymentRecords {
  const { id, receiptNumber, payerId, state, refundReason, createdAt } = columns;
  const select = (db: Db) => db.select(columns).from(table);
  return {
    find: async (db, reference) => {
      const isReferenced = isUuid(reference)
        ? eq(id, reference)
        : or(
            eq(receiptNumber, receiptNumberIn(reference)),
            ...references.map((column) => eq(column, reference)),
          );
      const [row] = await select(db).where(isReferenced);
      return (row as PaymentRecord | undefined) ?? null;
    },
    unfinished: async (db, pendingBefore, limit) => {
      const before = sql`${pendingBefore.toISOString()}::timestamptz`;
      const isUnfinished = sql`((${state} = 'pending' and ${createdAt} < ${before})
        or (${state} = 'completed' and ${refundReason} is not null))`;
      const rows = await select(db)
        .where(and(isUnfinished, unfinishedIf))
        .orderBy(asc(createdAt))
        .limit(limit);
      return rows as PaymentRecord[];
    },
    paidBy: async (db, personId, limit) => {
      const rows = await select(db).where(eq(payerId, personId)).orderBy(desc(createdAt)).limit(limit);
      return rows as PaymentRecord[];
    },
    markRefundDue: async (db, paymentId, { reason, checkAt }) => {
      const rows = await db
        .update(table)
        .set({ refundReason: reason, ...(hasCheckAt && { checkAt }) })
        .where(and(eq(id, paymentId), eq(state, "completed"), isNull(refundReason)))
        .returning({ id });
      return rows.length > 0;
    },
  };
}

/** A receipt's number as it is stored, from how somebody typed it. */
function receiptNumberIn(reference: string): string {
  const digits = reference.replaceAll(/[^0-9a-z]/gi, "").toUpperCase();
  return digits.match(/.{1,4}/g)?.join("-") ?? "";
}
