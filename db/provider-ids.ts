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
  return Object.values(PAYMENT_ID).map((name) => table[name]);
}

/** The page where a purchase is paid. */
export const PAGE_ID = {
  stripe: "stripeCheckoutId",
  paypal: "paypalOrderId",
} as const satisfies ByProvider<string>;

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

/** Every column by which an operator can name a row, the latest step first. */
export const PROVIDER_IDS = {
  donation: [donations.stripePaymentIntentId, donations.paypalOrderId],
  purchase: [
    boostPurchases.stripePaymentIntentId,
    boostPurchases.stripeCheckoutId,
    boostPurchases.paypalOrderId,
  ],
  subscription: [
    subscriptions.stripeSubscriptionId,
    subscriptions.stripeCheckoutId,
    subscriptions.paypalSubscriptionId,
  ],
  subscriptionPayment: [subscriptionPayments.stripePaymentIntentId, subscriptionPayments.paypalPaymentId],
};

/** The provider of a subscription's payment, which has no column for it. */
export const subscriptionPaymentProvider = sql<PaymentProvider>`
  case when ${subscriptionPayments.stripePaymentIntentId} is null then 'paypal' else 'stripe' end`;

/** The first of some columns that is not null. */
export function firstOf<Id = string | null>(columns: readonly PgColumn[]): SQL<Id> {
  return sql<Id>`coalesce(${sql.join([...columns], sql`, `)})`;
}
