import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, text, uniqueIndex } from "drizzle-orm/pg-core";
import { receiptNumber, timestamptz } from "./columns";
import { refundReasonEnum } from "./enums";

/** What the purchase of boosts and the payment of a plan have in common: their receipt, and what went back. */
export const purchaseColumns = () => ({
  receiptNumber: receiptNumber(),
  grantedAt: timestamptz(),
  refundReason: refundReasonEnum(),
  /** The provider's code when it refuses the refund for good: the operator has to give it. */
  refundRefusal: text(),
  refundRefusedAt: timestamptz(),
  refundedAt: timestamptz(),
  /** Cents that went back while the rest stays paid. */
  returnedAmount: integer().notNull().default(0),
  /** When the buyer withdrew (safety.md, Buying), and how many cents go back for it. */
  withdrawnAt: timestamptz(),
  withdrawnAmount: integer(),
});

type Purchase = Record<"id" | "paymentStatus" | keyof ReturnType<typeof purchaseColumns>, AnyPgColumn>;

/** The indexes and checks of these columns; `paid` is the column of what was paid. */
export const purchaseRules = (table: string, t: Purchase, paid: AnyPgColumn) => [
  uniqueIndex(`${table}_receipt_number_key`).on(t.receiptNumber),
  index(`${table}_refused`).on(t.id).where(sql`refund_refusal is not null`),
  check(`${table}_amount_positive`, sql`${paid} > 0`),
  check(
    `${table}_granted_or_going_back`,
    sql`${t.paymentStatus} <> 'completed' or ${t.grantedAt} is not null or ${t.refundReason} is not null`,
  ),
  check(`${table}_returned`, sql`${t.returnedAmount} >= 0 and ${t.returnedAmount} < ${paid}`),
  check(
    `${table}_withdrawn`,
    sql`(${t.withdrawnAt} is not null) = (${t.withdrawnAmount} is not null)
        and ${t.withdrawnAmount} between 1 and ${paid}`,
  ),
  check(
    `${table}_refunded`,
    sql`(${t.refundedAt} is not null) = (${t.paymentStatus} = 'refunded') and (${t.refundedAt} is null or ${t.refundReason} is not null)`,
  ),
];
