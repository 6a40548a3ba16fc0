import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import { boostPurchases, donations, subscriptionPayments, subscriptions } from "./schema";

/**
 * Which columns have the providers' ids (specification 6). Another provider is one more column in each table and one
 * more line in each of these.
 */
type ByProvider<Columns> = Record<PaymentProvider, Columns>;

/** The payment of a donation or a purchase. */
export const PAYMENT_ID = {
  stripe: "stripePaymentIntentId",
  paypal: "paypalOrderId",
} as const satisfies ByProvider<string>;

type PaymentTable = Record<(typeof PAYMENT_ID)[PaymentProvider], PgColumn>;

/** The columns of a table that have its payment's id. */
export function paymentIdsOf(table: PaymentTable): PgColumn[] {
  return columnsOf(table, Object.values(PAYMENT_ID));
}

/** The page where a purchase is paid. */
export const PAGE_ID = {
  stripe: "stripeCheckoutId",
  paypal: "paypalOrderId",
} as const satisfies ByProvider<string>;

type PageTable = PaymentTable & Record<(typeof PAGE_ID)[PaymentProvider], PgColumn>;

/** The columns of a table that have its page's id, where that is not the payment's. */
export function pageIdsOf(table: PageTable): PgColumn[] {
  const payments = paymentIdsOf(table);
  return columnsOf(table, Object.values(PAGE_ID)).filter((column) => !payments.includes(column));
}

/** What a subscriber is asked to agree to, and their agreement. */
export const AGREEMENT_ID = {
  stripe: { asked: "stripeCheckoutId", agreed: "stripeSubscriptionId" },
  paypal: { asked: "paypalSubscriptionId", agreed: "paypalSubscriptionId" },
} as const satisfies ByProvider<Record<"asked" | "agreed", string>>;

/** A payment of a subscription. */
export const SUBSCRIPTION_PAYMENT_ID = {
  stripe: "stripePaymentIntentId",
  paypal: "paypalPaymentId",
} as const satisfies ByProvider<string>;

const AGREEMENTS = Object.values(AGREEMENT_ID);

/** Every column by which an operator can name a row, the latest step first. */
export const PROVIDER_IDS = {
  donation: paymentIdsOf(donations),
  purchase: [...paymentIdsOf(boostPurchases), ...pageIdsOf(boostPurchases)],
  subscription: columnsOf(subscriptions, [
    ...AGREEMENTS.map(({ agreed }) => agreed),
    ...AGREEMENTS.map(({ asked }) => asked),
  ]),
  subscriptionPayment: columnsOf(subscriptionPayments, Object.values(SUBSCRIPTION_PAYMENT_ID)),
};

/** The provider of a subscription's payment, which has no column for it. */
export const subscriptionPaymentProvider = () =>
  sql<PaymentProvider>`case ${sql.join(
    Object.entries(SUBSCRIPTION_PAYMENT_ID).map(
      ([provider, name]) =>
        sql`when ${subscriptionPayments[name]} is not null then ${sql.raw(`'${provider}'`)} `,
    ),
  )} end`;

/** The id that a row has of its provider; null without one, and where the provider has no column. */
export function ownId<Name extends string>(
  provider: PgColumn,
  table: Record<Name, PgColumn>,
  names: ByProvider<Name>,
): SQL {
  const cases = Object.entries<Name>(names).map(([each, name]) => sql`when ${each} then ${table[name]} `);
  return sql`case ${provider}::text ${sql.join(cases)} end`;
}

function columnsOf<Name extends string>(table: Record<Name, PgColumn>, names: Name[]): PgColumn[] {
  return [...new Set(names)].map((name) => table[name]);
}

/** The first of some columns that is not null. */
export function firstOf<Id = string | null>(columns: readonly PgColumn[]): SQL<Id> {
  return sql<Id>`coalesce(${sql.join([...columns], sql`, `)})`;
}
