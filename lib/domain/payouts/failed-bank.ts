import { and, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "@/db/client";
import { holds, payeeAccounts, payouts } from "@/db/schema";
import { liftHold, placeHold } from "@/lib/domain/holds/place-hold";
import { ANOTHER_ACCOUNT, remedyOf } from "./rules";
import type { PayeeAccount } from "./types";

type Account = Pick<PayeeAccount, "id" | "userId">;

/**
 * Brings the hold of a failed payout to what an account is now: it is held while it pays to a bank account to which a
 * payout failed, until what the message asks for is done (payouts.md, Failure cases; trust 45). The caller has locked
 * the person and the account.
 */
export async function holdFailedBank(tx: Tx, { id: accountId, userId }: Account, at: Date): Promise<void> {
  const hold = { subject: { userId, accountId }, cause: "provider", at } as const;
  const failed = await selectUnresolved(tx, accountId);
  if (failed === null) await liftHold(tx, hold);
  else await placeHold(tx, { ...hold, payoutId: failed.id, decision: failed.failureCode });
}

/**
 * A person says that their accounts are in order: those that were not the problem are tried again. The caller has locked
 * the person.
 */
export async function tryFailedBanksAgain(tx: Tx, userId: string, at: Date): Promise<void> {
  const open = await tx
    .select({ accountId: holds.accountId, code: holds.decision })
    .from(holds)
    .where(and(eq(holds.userId, userId), eq(holds.cause, "provider"), isNull(holds.liftedAt)));
  for (const { accountId, code } of open) {
    if (accountId === null || remedyOf(code) !== "same_account") continue;
    await liftHold(tx, { subject: { userId, accountId }, cause: "provider", at });
  }
}

/**
 * The failed payout because of which nothing is paid to where an account pays now: the last one to this bank account,
 * or any to one with its number where the account was the problem. Not one whose hold was lifted since: by an operator,
 * or, where the account was not the problem, because it was entered again or its owner says that it is right.
 */
async function selectUnresolved(tx: Tx, accountId: string) {
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
