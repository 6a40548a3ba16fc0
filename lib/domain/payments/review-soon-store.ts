import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { ProviderEvent } from "@/lib/providers/payment";
import { REVIEW_DAYS } from "./rules";

/** The looks are spread over so much time, so that none of them comes later than within the hour. */
const WITHIN = sql.raw("interval '45 minutes'");

/**
 * Has every settled wallet payment of an amount looked at again within the hour, because one of them went back and the
 * provider does not say which. How many there are.
 */
export async function reviewSoon(
  db: Db,
  { of, amount }: NonNullable<ProviderEvent["wentBack"]>,
  at: Date,
): Promise<number> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  const soon = sql`${moment} + random() * ${WITHIN}`;
  const since = sql`${moment} - make_interval(days => ${REVIEW_DAYS}::int)`;
  const rows =
    of === "subscription"
      ? await db.execute(sql`
          update subscriptions set check_at = least(check_at, ${soon})
          where id in (
            select subscription_id from subscription_payments
            where payment_status = 'completed' and paypal_payment_id is not null and amount = ${amount} and paid_at > ${since})
          returning id`)
      : await db.execute(sql`
          with given as (
            update donations set review_at = least(review_at, ${soon})
            where payment_status = 'completed' and payment_method = 'paypal' and amount + service_fee = ${amount} and settled_at > ${since}
            returning id),
          bought as (
            update boost_purchases set check_at = least(check_at, ${soon})
            where payment_status = 'completed' and payment_method = 'paypal' and total_amount = ${amount} and settled_at > ${since}
            returning id)
          select id from given union all select id from bought`);
  return rows.length;
}
