import { readFileSync } from "node:fs";
import { getTableColumns, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { AGREEMENT_ID, PAGE_ID, PAYMENT_ID, PROVIDER_IDS, SUBSCRIPTION_PAYMENT_ID } from "@/db/provider-ids";
import { boostPurchases, donations, subscriptionPayments, subscriptions } from "@/db/schema";
import { DONATION_METHODS, type PaymentProvider } from "@/lib/ground/vocabulary";
import { GATEWAY } from "@/lib/providers/gateway";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";

/**
 * A made-up payment provider, of cards, which has what another one has to add (architecture.md, What a change touches):
 * its name, its columns and its gateway. Imported before everything that reads the list of providers.
 */
export const THIRD = "third" as PaymentProvider;

const added: [object, unknown][] = [
  [GATEWAY, "card"],
  [PAYMENT_ID, "thirdPaymentId"],
  [PAGE_ID, "thirdPageId"],
  [AGREEMENT_ID, { asked: "thirdPageId", agreed: "thirdAgreementId" }],
  [SUBSCRIPTION_PAYMENT_ID, "thirdPaymentId"],
  [unconfiguredPayouts, null],
];
for (const [list, value] of added) Object.assign(list, { [THIRD]: value });
Object.assign(DONATION_METHODS, { [DONATION_METHODS.length]: THIRD });

const [ofPayment, ofPage, ofAgreement] = [
  { thirdPaymentId: "third_payment_id" },
  { thirdPageId: "third_page_id" },
  { thirdAgreementId: "third_agreement_id" },
];
addColumns(donations, PROVIDER_IDS.donation, ofPayment);
addColumns(boostPurchases, PROVIDER_IDS.purchase, { ...ofPayment, ...ofPage });
addColumns(subscriptions, PROVIDER_IDS.subscription, { ...ofAgreement, ...ofPage });
addColumns(subscriptionPayments, PROVIDER_IDS.subscriptionPayment, ofPayment);

function addColumns(table: PgTable, known: PgColumn[], names: Record<string, string>): void {
  for (const [key, name] of Object.entries(names)) {
    const column = Object.create(known[0]!, { name: { value: name }, keyAsName: { value: false } });
    Object.assign(table, { [key]: column });
    Object.assign(getTableColumns(table), { [key]: column });
    known.push(column);
  }
}

/** Brings a test's own database to where the provider's migration would. */
export async function migrateForThird(db: Db): Promise<void> {
  const steps = [
    "alter type donation_method add value 'third'",
    "alter table donations add third_payment_id text unique",
    `alter table boost_purchases add third_payment_id text unique, add third_page_id text unique,
      drop constraint boost_purchases_provider`,
    `alter table subscriptions add third_page_id text unique, add third_agreement_id text unique,
      drop constraint subscriptions_provider`,
    `alter table subscription_payments add third_payment_id text unique,
      drop constraint subscription_payments_provider, add constraint subscription_payments_provider
        check (num_nonnulls(stripe_payment_intent_id, paypal_payment_id, third_payment_id) = 1)`,
    readFileSync("db/functions/payment_id_column.sql", "utf8").replace(
      "case method",
      "case method when 'third' then return 'third_payment_id';",
    ),
  ];
  for (const step of steps) await db.execute(sql.raw(step));
}
