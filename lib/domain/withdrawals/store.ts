import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { boostEntries, boostPurchases, mails, subscriptionPayments, users } from "@/db/schema";
import { beyond } from "@/db/statement";
import type { Part } from "@/lib/ground/paging";
import type { BoostType, PaidTier } from "@/lib/ground/vocabulary";

/** What a person bought. Cents. */
export type PurchaseRow = { id: string; quantity: number; amount: number; paidAt: Date } & (
  | { kind: "boosts"; what: BoostType }
  | { kind: "subscription"; what: PaidTier }
) & {
    /** Its buyer can withdraw from it: not a plan's later month. */
    isFirst: boolean;
    /** It went back, has to, or was withdrawn. */
    isOver: boolean;
    returned: number;
    /** How many of its boosts were taken back; null where none. */
    revoked: number | null;
    /** How many boosts of its type the person has. */
    balance: number;
  };

const isOver = sql`(p.payment_status = 'refunded' or p.refund_reason is not null or p.withdrawn_at is not null)`;

const returned = (paid: string) =>
  sql`case when p.payment_status = 'refunded' or p.refund_reason is not null then ${sql.raw(paid)}
    else greatest(p.returned_amount, coalesce(p.withdrawn_amount, 0)) end`;

/** What a person paid for and got, newest first, after a key. */
export async function selectPurchases(
  db: Db,
  userId: string,
  { limit, after }: Part,
): Promise<PurchaseRow[]> {
  const older = beyond(sql`bought.paid_at`, sql`bought.id`, after, "newest");
  const rows = await db.execute(sql`
    select bought.*, to_char(bought.paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "paidAt",
      case bought.boost_type when 'normal' then u.normal_boosts else u.premium_boosts end as balance
    from (
      select p.id, 'boosts' as kind, p.boost_type::text as what, p.quantity::integer, p.total_amount as amount,
        p.settled_at as paid_at, true as "isFirst", ${isOver} as "isOver", ${returned("p.total_amount")} as returned,
        p.boost_type,
        (select -quantity::integer from ${boostEntries} where boost_purchase_id = p.id and kind = 'reversal') as revoked
      from ${boostPurchases} p where p.user_id = ${userId} and p.granted_at is not null
      union all
      select p.id, 'subscription', p.tier::text, e.quantity::integer, p.amount, p.paid_at,
        not exists (
          select from ${subscriptionPayments} before
          where before.subscription_id = p.subscription_id and before.granted_at is not null
            and before.paid_at < p.paid_at),
        ${isOver}, ${returned("p.amount")}, e.boost_type,
        (select -quantity::integer from ${boostEntries} where subscription_payment_id = p.id and kind = 'reversal')
      from ${subscriptionPayments} p
      join ${boostEntries} e on e.subscription_payment_id = p.id and e.kind = 'subscription'
      where p.user_id = ${userId} and p.granted_at is not null
    ) bought
    join ${users} u on u.id = ${userId}
    where ${older ?? sql`true`}
    order by bought.paid_at desc, bought.id desc limit ${limit}`);
  return rows.map((row) => ({ ...row, paidAt: new Date(String(row.paidAt)) }) as PurchaseRow);
}

/** What goes back by a person's withdrawal from a purchase, in cents, as it was confirmed to them; null without one. */
export async function selectConfirmed(db: Db, userId: string, id: string): Promise<number | null> {
  const [row] = await db
    .select({ amount: sql`${mails.data}->'amount'`.mapWith(Number) })
    .from(mails)
    .where(and(eq(mails.userId, userId), eq(mails.kind, "withdrawn"), eq(mails.cause, id)))
    .limit(1);
  return row?.amount ?? null;
}
