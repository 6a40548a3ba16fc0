import { and, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "@/db/client";
import { holds, payeeAccounts, payouts } from "@/db/schema";
import { ANOTHER_ACCOUNT } from "./rules";

/** The open holds of failed payouts of a person, each with the provider's code. */
export async function selectFailedBanks(tx: Tx, userId: string) {
  return tx
    .select({ accountId: holds.accountId, code: holds.decision })
    .from(holds)
    .where(and(eq(holds.userId, userId), eq(holds.cause, "provider"), isNull(holds.liftedAt)));
}

/**
 * The failed payout because of which nothing is paid to where an account pays now: the last one to this bank account,
 * or any to one with its number where the account was the problem. Not one whose hold was lifted since: by an operator,
 * or, where the account was not the problem, because it was entered again or its owner says that it is right.
 */
export async function selectUnresolved(tx: Tx, accountId: string) {
  const isFinal = sql`coalesce(${payouts.failureCode} = any(${sql.param(ANOTHER_ACCOUNT)}::text[]), false)`;
  const isHere = sql`${payouts.accountId} = ${payeeAccounts.id} and ${payouts.destination} is not distinct from ${payeeAccounts.bankId}`;
  const isResolved = sql`exists (
    select from ${holds} h join ${payouts} hp on hp.id = h.payout_id
    where hp.account_id = ${payouts.accountId} and hp.destination is not distinct from ${payouts.destination}
      and (hp.id = ${payouts.id} or h.lifted_at > ${payouts.failedAt})
      and h.lifted_at is not null and (h.lifted_by is not null or not ${isFinal}))`;
  const [row] = await tx
    .select({ id: payouts.id, failureCode: payouts.failureCode })
    .from(payouts)
    .innerJoin(payeeAccounts, eq(payeeAccounts.userId, payouts.userId))
    .where(
      and(
        eq(payeeAccounts.id, accountId),
        isNull(payeeAccounts.closedAt),
        isNull(payeeAccounts.abandonedAt),
        eq(payouts.state, "failed"),
        sql`${payouts.sentAt} is not null`,
        sql`(${isHere} or ${payouts.bankHash} = ${payeeAccounts.bankHash} and ${isFinal})`,
        sql`not ${isResolved}`,
      ),
    )
    .orderBy(sql`${isFinal} desc`, sql`${payouts.failedAt} desc`, payouts.id)
    .limit(1);
  return row ?? null;
}
