import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { placeholders, statement } from "@/db/statement";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import type { Purpose } from "./payables";

/** What a payment was made for: a row of ours. */
type Subject = { purpose: Purpose | "subscription"; id: string };

/** What the books say that a provider's payment was made for; null when they do not have it. */
export async function findSubject(
  db: Db,
  provider: PaymentProvider,
  paymentId: string,
): Promise<Subject | null> {
  const [subject] = await SUBJECT[provider](db, { paymentId });
  return subject ?? null;
}

const { paymentId } = placeholders("paymentId");

/** One look into a unique index for each purpose. */
const SUBJECT = {
  stripe: subjectBy("stripe_payment_intent_id", "stripe_payment_intent_id"),
  paypal: subjectBy("paypal_order_id", "paypal_payment_id"),
} satisfies Record<PaymentProvider, unknown>;

function subjectBy(column: string, subscriptionColumn: string) {
  return statement<{ paymentId: string }, Subject>(
    () => sql`
      select 'donation' as purpose, id from donations where ${sql.raw(column)} = ${paymentId}
      union all
      select 'boost_purchase', id from boost_purchases where ${sql.raw(column)} = ${paymentId}
      union all
      select 'subscription', subscription_id from subscription_payments
      where ${sql.raw(subscriptionColumn)} = ${paymentId}`,
  );
}
