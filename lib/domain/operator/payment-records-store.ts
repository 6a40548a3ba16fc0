import { and, asc, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { firstOf, PROVIDER_IDS, paymentIdsOf } from "@/db/provider-ids";
import { boostPurchases, donations, ledgerEntries, type subscriptionPayments } from "@/db/schema";
import { pick, timestamptz } from "@/db/statement";
import type { RefundReason } from "@/lib/ground/vocabulary";
import { notOf, type Reader } from "./own-store";
import type { PaymentRecord } from "./types";

type Source = {
  table: PgTable;
  /** The column of each field of a record. */
  columns: { [Field in keyof PaymentRecord]: PgColumn | SQL<PaymentRecord[Field]> } & {
    [Field in "id" | "receiptNumber" | "payerId" | "state" | "createdAt"]: PgColumn;
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
  unfinished: (db: Db, list: Reader & { pendingBefore: Date; limit: number }) => Promise<PaymentRecord[]>;
  /** Newest first. */
  paidBy: (db: Db, list: Reader & { personId: string; limit: number }) => Promise<PaymentRecord[]>;
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

/** Why a purchase or a month has to go back, all of it or a part, or went back. */
export function refundReasonOf(
  table: typeof boostPurchases | typeof subscriptionPayments,
): SQL<RefundReason | null> {
  return sql`coalesce(${table.refundReason},
    case when ${table.withdrawnAmount} > ${table.returnedAmount} then 'withdrawn'::refund_reason end)`;
}

/** The queries of operator commands for one table of payments. */
export function paymentRecords({
  table,
  columns,
  references,
  unfinishedIf,
  hasCheckAt,
}: Source): PaymentRecords {
  const { id, receiptNumber, payerId, recipientId, state, refundReason, createdAt } = columns;
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
    unfinished: async (db, { pendingBefore, limit, reader }) => {
      const before = timestamptz(pendingBefore);
      const isUnfinished = sql`((${state} = 'pending' and ${createdAt} < ${before})
        or (${state} = 'completed' and ${refundReason} is not null))`;
      const rows = await select(db)
        .where(and(isUnfinished, unfinishedIf, notOf(reader, payerId, recipientId)))
        .orderBy(asc(createdAt))
        .limit(limit);
      return rows as PaymentRecord[];
    },
    paidBy: async (db, { personId, limit, reader }) => {
      const rows = await select(db)
        .where(and(eq(payerId, personId), notOf(reader, recipientId)))
        .orderBy(desc(createdAt))
        .limit(limit);
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

export const purchaseRecords = paymentRecords({
  table: boostPurchases,
  columns: {
    kind: sql<"boost_purchase">`'boost_purchase'`,
    ...commonColumns(boostPurchases),
    refundReason: refundReasonOf(boostPurchases),
    payerId: boostPurchases.userId,
    recipientId: sql<null>`null`,
    requestId: sql<null>`null`,
    paysFor: sql<string>`${boostPurchases.quantity} || ' ' || ${boostPurchases.boostType} || ' boosts'`,
    amount: boostPurchases.totalAmount,
    serviceFee: sql<number>`0`,
    provider: boostPurchases.paymentMethod,
    providerId: firstOf(paymentIdsOf(boostPurchases)),
    state: boostPurchases.paymentStatus,
    ...pick(boostPurchases, "createdAt", "settledAt"),
    creditedAt: boostPurchases.grantedAt,
  },
  references: PROVIDER_IDS.purchase,
  unfinishedIf: isNotNull(boostPurchases.checkAt),
  hasCheckAt: true,
});

const columns = {
  kind: sql<"donation">`'donation'`,
  ...commonColumns(donations),
  payerId: donations.donorId,
  ...pick(donations, "recipientId", "requestId"),
  paysFor: sql<string>`case when ${donations.anonymous} then 'an anonymous donation' else 'a donation' end
    || case when ${donations.guestId} is null then '' else ' without an account' end`,
  ...pick(donations, "amount", "serviceFee"),
  provider: donations.paymentMethod,
  providerId: firstOf(PROVIDER_IDS.donation),
  state: donations.paymentStatus,
  ...pick(donations, "createdAt", "settledAt", "creditedAt"),
};

export const donationRecords = paymentRecords({
  table: donations,
  columns,
  references: PROVIDER_IDS.donation,
  hasCheckAt: true,
});

/** Who gave a donation; null where there is none with that id, or its donor has no account. */
export async function donorOf(db: Db, id: string | null): Promise<string | null> {
  return id === null ? null : ((await donationRecords.find(db, id))?.payerId ?? null);
}

/**
 * The donations that a person was credited, reversed ones included, newest first. It reads the ledger because of its
 * index.
 */
export async function selectDonationsTo(
  db: Db,
  { personId, limit, reader }: Reader & { personId: string; limit: number },
): Promise<PaymentRecord[]> {
  return db
    .select(columns)
    .from(ledgerEntries)
    .innerJoin(donations, eq(donations.id, ledgerEntries.donationId))
    .where(
      and(
        eq(ledgerEntries.userId, personId),
        eq(ledgerEntries.account, "recipient"),
        eq(ledgerEntries.kind, "donation"),
        notOf(reader, donations.donorId),
      ),
    )
    .orderBy(desc(ledgerEntries.createdAt))
    .limit(limit);
}
