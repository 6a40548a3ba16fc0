import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { type PgColumn, type PgTable, unionAll } from "drizzle-orm/pg-core";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { firstOf, PROVIDER_IDS, paymentIdsOf, subscriptionPaymentProvider } from "@/db/provider-ids";
import { boostPurchases, donations, ledgerEntries, subscriptionPayments, subscriptions } from "@/db/schema";
import { pick, timestamptz } from "@/db/statement";
import type { PaymentProvider, RefundReason } from "@/lib/ground/vocabulary";
import { notOf, type Reader } from "./own-store";
import type { PaymentKind, PaymentRecord } from "./types";

type Source = {
  table: PgTable;
  /** The column of each field of a record. */
  columns: { [Field in keyof PaymentRecord]: PgColumn | SQL<PaymentRecord[Field]> } & {
    [Field in "id" | "receiptNumber" | "payerId" | "state" | "refundRefusal" | "createdAt"]: PgColumn;
  };
  /** The provider's ids by which a payment can be found. */
  references: readonly PgColumn[];
  /** A further condition for unfinished payments, so that demo data is not listed. */
  unfinishedIf?: SQL;
};

/** What the tables of all payments have. */
const common = <T extends typeof donations | typeof boostPurchases | typeof subscriptionPayments>(
  table: T,
) => ({
  ...pick(table, "id", "receiptNumber", "currency", "refundRefusal", "refundRefusedAt", "refundedAt"),
  state: table.paymentStatus,
});

/** What is bought has no recipient and no fee; a part of it may have to go back, or all. */
const bought = (table: typeof boostPurchases | typeof subscriptionPayments) => ({
  ...common(table),
  payerId: table.userId,
  recipientId: sql<null>`null`,
  requestId: sql<null>`null`,
  serviceFee: sql<number>`0`,
  refundReason: sql<RefundReason | null>`coalesce(${table.refundReason},
    case when ${table.withdrawnAmount} > ${table.returnedAmount} then 'withdrawn'::refund_reason end)`,
  creditedAt: table.grantedAt,
});

const providerOf = (column: PgColumn) => sql<PaymentProvider>`${column}::text`;

const donation = {
  ...common(donations),
  kind: sql<"donation">`'donation'`,
  payerId: donations.donorId,
  ...pick(donations, "recipientId", "requestId"),
  paysFor: sql<string>`case when ${donations.anonymous} then 'an anonymous donation' else 'a donation' end
    || case when ${donations.guestId} is null then '' else ' without an account' end`,
  ...pick(donations, "amount", "serviceFee"),
  provider: providerOf(donations.paymentMethod),
  providerId: firstOf(PROVIDER_IDS.donation),
  ...pick(donations, "refundReason", "createdAt", "settledAt", "creditedAt"),
};

const SOURCES: Record<PaymentKind, Source> = {
  donation: { table: donations, columns: donation, references: PROVIDER_IDS.donation },
  boost_purchase: {
    table: boostPurchases,
    columns: {
      ...bought(boostPurchases),
      kind: sql<"boost_purchase">`'boost_purchase'`,
      paysFor: sql<string>`${boostPurchases.quantity} || ' ' || ${boostPurchases.boostType} || ' boosts'`,
      amount: boostPurchases.totalAmount,
      provider: providerOf(boostPurchases.paymentMethod),
      providerId: firstOf(paymentIdsOf(boostPurchases)),
      ...pick(boostPurchases, "createdAt", "settledAt"),
    },
    references: PROVIDER_IDS.purchase,
    unfinishedIf: isNotNull(boostPurchases.checkAt),
  },
  /** Unlike others, payments of subscriptions are stored only once they are made. */
  subscription_payment: {
    table: subscriptionPayments,
    columns: {
      ...bought(subscriptionPayments),
      kind: sql<"subscription_payment">`'subscription_payment'`,
      paysFor: sql<string>`'a month of ' || ${subscriptionPayments.tier}`,
      amount: subscriptionPayments.amount,
      provider: subscriptionPaymentProvider(),
      providerId: firstOf<string>(PROVIDER_IDS.subscriptionPayment),
      createdAt: subscriptionPayments.paidAt,
      settledAt: subscriptionPayments.createdAt,
    },
    references: PROVIDER_IDS.subscriptionPayment,
  },
};

/** The names of a record's fields, in the one order that the parts of a union must have. */
const FIELDS = Object.keys(donation) as (keyof PaymentRecord)[];

/** The payments that a condition lets through, of each kind. */
function select(db: Db, where: (source: Source) => SQL | undefined) {
  const of = (kind: PaymentKind) => {
    const source = SOURCES[kind];
    return db
      .select(pick(source.columns, ...FIELDS))
      .from(source.table)
      .where(where(source));
  };
  return unionAll(of("donation"), of("boost_purchase"), of("subscription_payment"));
}

/** By our id, the provider's, or the number of the receipt, in any case and with or without its signs. */
export async function findPayment(db: Db, reference: string): Promise<PaymentRecord | null> {
  const [row] = await select(db, ({ columns: { id, receiptNumber }, references }) =>
    isUuid(reference)
      ? eq(id, reference)
      : or(
          eq(receiptNumber, receiptNumberIn(reference)),
          ...references.map((column) => eq(column, reference)),
        ),
  );
  return (row as PaymentRecord | undefined) ?? null;
}

/** Pending since before a time, or with a refund due; oldest first. */
export async function selectUnfinishedPayments(
  db: Db,
  { pendingBefore, limit, reader }: Reader & { pendingBefore: Date; limit: number },
): Promise<PaymentRecord[]> {
  const rows = await select(db, ({ columns, unfinishedIf }) => {
    const { payerId, recipientId, state, refundReason, createdAt } = columns;
    const isUnfinished = sql`((${state} = 'pending' and ${createdAt} < ${timestamptz(pendingBefore)})
      or (${state} = 'completed' and ${refundReason} is not null))`;
    return and(isUnfinished, unfinishedIf, notOf(reader, payerId, recipientId));
  })
    .orderBy(sql`created_at`)
    .limit(limit);
  return rows as PaymentRecord[];
}

/** Those whose refund the provider will never make, the first that it refused first. */
export async function selectRefused(db: Db, { reader }: Reader): Promise<PaymentRecord[]> {
  const rows = await select(db, ({ columns: { payerId, recipientId, state, refundRefusal } }) =>
    and(isNotNull(refundRefusal), eq(state, "completed"), notOf(reader, payerId, recipientId)),
  ).orderBy(sql`refund_refused_at nulls first, created_at`);
  return rows as PaymentRecord[];
}

/** What a person paid, newest first. */
export async function selectPaymentsBy(
  db: Db,
  { personId, limit, reader }: Reader & { personId: string; limit: number },
): Promise<PaymentRecord[]> {
  const rows = await select(db, ({ columns: { payerId, recipientId } }) =>
    and(eq(payerId, personId), notOf(reader, recipientId)),
  )
    .orderBy(sql`created_at desc`)
    .limit(limit);
  return rows as PaymentRecord[];
}

/** Marks a completed payment as refund due; false if it is no longer completed, or a refund is due already. */
export async function markRefundDue(
  db: Db,
  { kind, id }: Pick<PaymentRecord, "kind" | "id">,
  { reason, checkAt }: { reason: RefundReason; checkAt: Date },
): Promise<boolean> {
  const { table, columns } = SOURCES[kind];
  const isMonth = kind === "subscription_payment";
  // Locks the subscription first, as all code that books its payments does.
  if (isMonth)
    await db
      .update(subscriptions)
      .set({ checkAt })
      .where(
        sql`${subscriptions.id} = (select subscription_id from ${subscriptionPayments} where id = ${id})`,
      );
  const rows = await db
    .update(table)
    .set({ refundReason: reason, ...(!isMonth && { checkAt }) })
    .where(and(eq(columns.id, id), eq(columns.state, "completed"), isNull(columns.refundReason)))
    .returning({ id: columns.id });
  return rows.length > 0;
}

/** A receipt's number as it is stored, from how somebody typed it. */
function receiptNumberIn(reference: string): string {
  const digits = reference.replaceAll(/[^0-9a-z]/gi, "").toUpperCase();
  return digits.match(/.{1,4}/g)?.join("-") ?? "";
}

/** Who gave a donation; null where there is none with that id, or its donor has no account. */
export async function donorOf(db: Db, id: string | null): Promise<string | null> {
  const payment = id === null ? null : await findPayment(db, id);
  return payment?.kind === "donation" ? payment.payerId : null;
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
    .select(donation)
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
