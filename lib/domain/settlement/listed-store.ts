import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import type { Span } from "@/lib/providers/gateway";

/** What the books say of a payment. Cents. `wentBack` is null where all of it went back. */
export type BookedPayment = {
  kind: "donation" | "boost_purchase" | "subscription_payment";
  id: string;
  paymentId: string | null;
  state: string;
  total: number;
  reason: string | null;
  wentBack: number | null;
};

/** Every payment that was made for something, of one provider. */
function bookedPayments(provider: PaymentProvider) {
  const column = sql.raw(provider === "stripe" ? "stripe_payment_intent_id" : "paypal_order_id");
  const ofMonth = sql.raw(provider === "stripe" ? "stripe_payment_intent_id" : "paypal_payment_id");
  return sql`(
    select 'donation' as kind, d.id, d.${column} as payment_id, d.payment_status::text as state,
      d.amount + d.service_fee as total, d.refund_reason::text as reason, d.created_at as begun_at, d.settled_at,
      case when d.payment_status <> 'refunded' then d.returned_amount + d.returned_fee end as went_back, u.is_demo
    from donations d join users u on u.id = d.recipient_id
    where d.payment_method = ${provider}
    union all
    select 'boost_purchase', id, ${column}, payment_status::text, total_amount, refund_reason::text, created_at,
      settled_at, case when payment_status <> 'refunded' then 0 end, false
    from boost_purchases where payment_method = ${provider}
    union all
    select 'subscription_payment', id, ${ofMonth}, payment_status::text, amount, refund_reason::text, paid_at, paid_at,
      case when payment_status <> 'refunded' then 0 end, false
    from subscription_payments where ${ofMonth} is not null
  ) booked`;
}

const columns = sql`kind, id, payment_id as "paymentId", state, total, reason, went_back as "wentBack"`;

/** The payments with these ids of the provider, or made for these rows. */
export async function selectPayments(
  db: Db,
  provider: PaymentProvider,
  { paymentIds, rowIds }: { paymentIds: readonly string[]; rowIds: readonly string[] },
): Promise<BookedPayment[]> {
  return db.execute<BookedPayment>(sql`
    select ${columns} from ${bookedPayments(provider)}
    where payment_id = any(${sql.param([...paymentIds])}::text[]) or id = any(${sql.param([...rowIds])}::uuid[])`);
}

/**
 * The payments of a span that the books have as received, newest first; all of them without a limit. Not those to demo
 * people: no provider knows the ones that demo data brings.
 */
export async function selectReceived(
  db: Db,
  provider: PaymentProvider,
  { from, to, limit }: Span & { limit: number | null },
): Promise<BookedPayment[]> {
  return db.execute<BookedPayment>(sql`
    select ${columns} from ${bookedPayments(provider)}
    where state in ('completed', 'refunded') and payment_id is not null and not is_demo
      and begun_at >= ${from.toISOString()}::timestamptz and begun_at < ${to.toISOString()}::timestamptz
    order by begun_at desc limit ${limit}::int`);
}
