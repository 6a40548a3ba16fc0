import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { PAYMENT_ID, SUBSCRIPTION_PAYMENT_ID } from "@/db/provider-ids";
import { boostPurchases, donations, subscriptionPayments } from "@/db/schema";
import { placeholders, statement } from "@/db/statement";
import { DONATION_METHODS, type PaymentProvider } from "@/lib/ground/vocabulary";
import type { Purpose } from "./payables";

/** The row that a payment was made for. */
type Subject = { purpose: Purpose | "subscription"; id: string };

/** The row that a provider's payment was made for; null if no row has this payment. */
export async function findSubject(
  db: Db,
  provider: PaymentProvider,
  paymentId: string,
): Promise<Subject | null> {
  const [subject] = (await SUBJECT_BY.get(provider)?.(db, { paymentId })) ?? [];
  return subject ?? null;
}

type SubjectQuery = (db: Db, values: { paymentId: string }) => Promise<Subject[]>;

const { paymentId } = placeholders("paymentId");

const SUBJECT_BY = new Map(DONATION_METHODS.map((provider) => [provider, subjectBy(provider)]));

/** One query that reads a unique index for each purpose. */
function subjectBy(provider: PaymentProvider): SubjectQuery {
  return statement(
    () => sql`
      select 'donation' as purpose, id from ${donations}
      where ${donations[PAYMENT_ID[provider]]} = ${paymentId}
      union all
      select 'boost_purchase', id from ${boostPurchases}
      where ${boostPurchases[PAYMENT_ID[provider]]} = ${paymentId}
      union all
      select 'subscription', subscription_id from ${subscriptionPayments}
      where ${subscriptionPayments[SUBSCRIPTION_PAYMENT_ID[provider]]} = ${paymentId}`,
  );
}
