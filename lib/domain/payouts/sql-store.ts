import { and, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "@/db/client";
import {
  donations,
  holds,
  ledgerEntries,
  payoutDonations,
  payouts,
  transferReturns,
  transfers,
} from "@/db/schema";
import type { LEDGER_ACCOUNTS, LEDGER_KINDS } from "@/lib/ground/vocabulary";

/** Written out: of one table Drizzle selects columns without its name, and the tables inside have an id too. */
const transferId = sql.raw('"transfers"."id"');

/** What is left of a donation after partial refunds, in cents. */
export const leftAmount = sql<number>`${donations.amount} - ${donations.returnedAmount}`.mapWith(Number);

/** A donation that is owed to its recipient and does not go back to its donor. */
export const isToBePaid = and(donations.isOwed, isNull(donations.refundReason));

/** It does not go back, or it went back: what of it came back from its account, or has to, its returns say. */
export const isDecided = sql`(${donations.refundReason} is null or ${donations.paymentStatus} = 'refunded')`;

/** A planned or sent transfer has the donation. */
export const isTaken = sql<boolean>`exists (
  select from ${transfers} t where t.donation_id = ${donations}.id and t.state in ('planned', 'sent'))`;

/** A transfer that was sent, and whose money no payout has that has not failed. */
export const isInAccount = and(
  eq(transfers.state, "sent"),
  sql`not exists (
    select from ${payoutDonations} g where g.transfer_id = ${transferId} and g.is_live)`,
);

/** Cents of a transfer that are in a payout which has not failed. */
export const paidOut = sql<number>`coalesce((
  select sum(g.amount) from ${payoutDonations} g where g.transfer_id = ${transferId} and g.is_live), 0)`.mapWith(
  Number,
);

/** Cents of a transfer that came back, have to, or went to make up for a loss. */
const returned = sql`coalesce((
  select sum(r.amount) from ${transferReturns} r where r.transfer_id = ${transferId} and r.state <> 'short'), 0)`;

/** Cents of a transfer that are in the account of the payee, and nothing is to be done with. */
export const freeAmount = sql<number>`${transfers.amount} - ${returned} - ${paidOut}`.mapWith(Number);

/** A payout that was never sent, because nothing of it could be paid out any more, is shown to nobody. */
export const isShown = sql`(${payouts.state} <> 'failed' or ${payouts.sentAt} is not null)`;

/** The provider's code because of which nothing is paid to where a payout failed; null when nothing holds it. */
export const heldFor = sql<string | null>`case when ${payouts.state} = 'failed' then (
  select coalesce(h.decision, '') from ${holds} h join ${payouts} hp on hp.id = h.payout_id
  where h.account_id = "payouts"."account_id" and h.lifted_at is null
    and hp.destination is not distinct from "payouts"."destination") end`;

/** Other transfers made up for a loss of a transfer: what its failed payout brings back is paid out for them. */
export const wasMadeUpFor = sql<boolean>`exists (
  select from ${transferReturns} l join ${transferReturns} r on r.recovers_id = l.id and r.transfer_id <> l.transfer_id
  where l.transfer_id = ${transferId} and l.state = 'short')`;

type Movement = ({ transferId: string } | { transferReturnId: string } | { payoutId: string }) & {
  kind: (typeof LEDGER_KINDS)[number];
  /** The recipient. */
  userId: string;
  at: Date;
};

/** Writes a movement from one of a recipient's accounts of the ledger to another, in cents. */
export async function recordMovement(
  tx: Tx,
  { at, ...movement }: Movement,
  { from, to, amount }: Record<"from" | "to", (typeof LEDGER_ACCOUNTS)[number]> & { amount: number },
): Promise<void> {
  await tx.insert(ledgerEntries).values([
    { ...movement, account: from, amount: -amount, createdAt: at },
    { ...movement, account: to, amount, createdAt: at },
  ]);
}
