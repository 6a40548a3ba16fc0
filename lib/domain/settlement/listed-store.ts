import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { PAYMENT_ID, SUBSCRIPTION_PAYMENT_ID } from "@/db/provider-ids";
import { boostPurchases, donations, subscriptionPayments } from "@/db/schema";
import { timestamptz } from "@/db/statement";
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
  const ofMonth = subscriptionPayments[SUBSCRIPTION_PAYMENT_ID[provider]];
  return sql`(
    select 'donation' as kind, donations.id, ${donations[PAYMENT_ID[provider]]} as payment_id,
      payment_status::text as state, amount + service_fee as total, refund_reason::text as reason,
      donations.created_at as begun_at, settled_at,
      case when payment_status <> 'refunded' then returned_amount + returned_fee end as went_back, u.is_demo
    from donations join users u on u.id = recipient_id
    where donations.payment_method = ${provider}
    union all
    select 'boost_purchase', boost_purchases.id, ${boostPurchases[PAYMENT_ID[provider]]}, payment_status::text,
      total_amount, refund_reason::text, boost_purchases.created_at, settled_at,
      case when payment_status <> 'refunded' then returned_amount end, u.is_demo
    from boost_purchases join users u on u.id = user_id
    where boost_purchases.payment_method = ${provider}
    union all
    select 'subscription_payment', subscription_payments.id, ${ofMonth}, payment_status::text, amount,
      refund_reason::text, paid_at, paid_at, case when payment_status <> 'refunded' then returned_amount end, u.is_demo
    from subscription_payments join users u on u.id = user_id
    where ${ofMonth} is not null
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
 * The payments of a span that the books have as received, newest first; all of them without a limit. Not those to and
 * of demo people: no provider knows the ones that demo data brings.
 */
export async function selectReceived(
  db: Db,
  provider: PaymentProvider,
  { from, to, limit }: Span & { limit: number | null },
): Promise<BookedPayment[]> {
  return db.execute<BookedPayment>(sql`
    select ${columns} from ${bookedPayments(provider)}
    where state in ('completed', 'refunded') and payment_id is not null and not is_demo
      and begun_at >= ${timestamptz(from)} and begun_at < ${timestamptz(to)}
    order by begun_at desc limit ${limit}::int`);
}
