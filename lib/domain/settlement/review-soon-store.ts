import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { REVIEW_DAYS } from "@/lib/domain/payments/rules";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import type { ProviderEvent } from "@/lib/providers/gateway";

/** Checks are spread over this time, so that all of them happen within the hour. */
const WITHIN = sql.raw("interval '45 minutes'");

/**
 * Schedules a check within the hour for every settled payment of this amount (cents) at a provider: one of them was
 * reversed, and the provider does not say which. Returns their number.
 */
export async function reviewSoon(
  db: Db,
  provider: PaymentProvider,
  { of, amount }: NonNullable<ProviderEvent["unnamedReversal"]>,
  at: Date,
): Promise<number> {
  const time = sql`${at.toISOString()}::timestamptz`;
  const soon = sql`least(check_at, ${time} + random() * ${WITHIN})`;
  const since = sql`${time} - make_interval(days => ${REVIEW_DAYS}::int)`;
  const rows =
    of === "subscription"
      ? await db.execute(sql`
          update subscriptions set check_at = ${soon}
          where payment_method = ${provider} and id in (
            select subscription_id from subscription_payments
            where payment_status = 'completed' and amount = ${amount} and paid_at > ${since})
          returning id`)
      : await db.execute(sql`
          with donation_rows as (
            update donations set check_at = ${soon}
            where payment_status = 'completed' and payment_method = ${provider}
              and amount + service_fee = ${amount} and settled_at > ${since}
            returning id),
          purchase_rows as (
            update boost_purchases set check_at = ${soon}
            where payment_status = 'completed' and payment_method = ${provider}
              and total_amount = ${amount} and settled_at > ${since}
            returning id)
          select id from donation_rows union all select id from purchase_rows`);
  return rows.length;
}
