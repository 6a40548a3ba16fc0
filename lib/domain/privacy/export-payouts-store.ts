import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import {
  holds,
  ledgerEntries,
  payeeAccounts,
  payoutDonations,
  payouts,
  requests,
  transferReturns,
  transfers,
} from "@/db/schema";
import { beyond, oldestFirst, type Part } from "./export-store";

/** Where a person is, or was, paid. */
export async function selectPayeeAccounts(db: Db, userId: string) {
  return db
    .select({
      id: payeeAccounts.id,
      provider: payeeAccounts.provider,
      providerAccountId: payeeAccounts.providerAccountId,
      country: payeeAccounts.country,
      transfers: payeeAccounts.transfers,
      payouts: payeeAccounts.payouts,
      waitsFor: payeeAccounts.waitsFor,
      waitsUntil: payeeAccounts.waitsUntil,
      problem: payeeAccounts.problem,
      bankLast4: payeeAccounts.bankLast4,
      submittedAt: payeeAccounts.submittedAt,
      readyAt: payeeAccounts.readyAt,
      checkedAt: payeeAccounts.checkedAt,
      createdAt: payeeAccounts.createdAt,
      bankChangedAt: payeeAccounts.bankChangedAt,
      abandonedAt: payeeAccounts.abandonedAt,
      closedAt: payeeAccounts.closedAt,
    })
    .from(payeeAccounts)
    .where(eq(payeeAccounts.userId, userId))
    .orderBy(asc(payeeAccounts.createdAt));
}

/** The donations that went to a person's account, with what came back of each in cents. */
export async function selectTransfers(db: Db, userId: string, { after, limit }: Part) {
  return db
    .select({
      id: transfers.id,
      donationId: transfers.donationId,
      accountId: transfers.accountId,
      amount: transfers.amount,
      returned: sql<number>`coalesce((
        select sum(r.amount) from ${transferReturns} r
        where r.transfer_id = "transfers"."id" and r.state = 'done'), 0)`.mapWith(Number),
      round: transfers.round,
      state: transfers.state,
      providerId: transfers.providerId,
      releaseAt: transfers.releaseAt,
      createdAt: transfers.createdAt,
      sentAt: transfers.sentAt,
    })
    .from(transfers)
    .where(and(eq(transfers.userId, userId), beyond(transfers.createdAt, transfers.id, after)))
    .orderBy(...oldestFirst(transfers.createdAt, transfers.id))
    .limit(limit);
}

/** What was paid to a person's bank, each with its donations. Amounts in cents. */
export async function selectPayouts(db: Db, userId: string, { after, limit }: Part) {
  return db
    .select({
      id: payouts.id,
      accountId: payouts.accountId,
      requestId: payouts.requestId,
      amount: payouts.amount,
      cause: payouts.cause,
      state: payouts.state,
      providerId: payouts.providerId,
      arrivesOn: payouts.arrivesOn,
      traceId: payouts.traceId,
      failureCode: payouts.failureCode,
      createdAt: payouts.createdAt,
      sentAt: payouts.sentAt,
      paidAt: payouts.paidAt,
      failedAt: payouts.failedAt,
      donations: sql<{ donationId: string; amount: number }[]>`(
        select json_agg(json_build_object('donationId', g.donation_id, 'amount', g.amount) order by g.donation_id)
        from ${payoutDonations} g where g.payout_id = "payouts"."id")`,
    })
    .from(payouts)
    .where(and(eq(payouts.userId, userId), beyond(payouts.createdAt, payouts.id, after)))
    .orderBy(...oldestFirst(payouts.createdAt, payouts.id))
    .limit(limit);
}

/** Why money of a person did not move, without the names of operators. The ledger knows what they received. */
export async function selectHolds(db: Db, userId: string) {
  return db
    .select({
      id: holds.id,
      requestId: holds.requestId,
      donationId: holds.donationId,
      accountId: holds.accountId,
      payoutId: holds.payoutId,
      cause: holds.cause,
      decision: holds.decision,
      decisionId: holds.decisionId,
      placedAt: holds.placedAt,
      endsAt: holds.endsAt,
      liftedAt: holds.liftedAt,
    })
    .from(holds)
    .where(
      sql`${holds.id} in (
        select id from ${holds} where user_id = ${userId}
        union all
        select h.id from ${requests} r join ${holds} h on h.request_id = r.id where r.user_id = ${userId}
        union all
        select h.id from ${ledgerEntries} l join ${holds} h on h.donation_id = l.donation_id
        where l.user_id = ${userId} and l.account = 'recipient' and l.kind = 'donation')`,
    )
    .orderBy(asc(holds.placedAt));
}
