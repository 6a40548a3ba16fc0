import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import {
  accounts,
  knownDevices,
  passkeys,
  payeeAccounts,
  pushSubscriptions,
  recoveryCodes,
  secondFactors,
  users,
} from "@/db/schema";
import { timestamptz } from "@/db/statement";
import { liftHold } from "@/lib/domain/holds/place-hold";
import { updateAccount } from "./store";

const [EVER, NO_PAYOUT] = [new Date(0), { paymentMethod: null, paypalEmail: null, visaCardToken: null }];

/**
 * Removes everything that gives access or receives money or messages, but the password, sessions and links (D51,
 * `tests/support/ways.ts`). Nothing goes to the accounts of payees any more; `payouts` takes back what is there and
 * closes them. The caller has locked the person.
 */
export async function clearWays(tx: Tx, userId: string, at: Date): Promise<void> {
  await clearSince(tx, userId, { at, since: EVER });
  await tx.delete(accounts).where(eq(accounts.userId, userId));
  await updateAccount(tx, userId, { ...NO_PAYOUT, googleId: null }, at);
}

/** The same for what was added after a time (D52). What was there before stays. */
export async function clearSince(
  tx: Tx,
  userId: string,
  { at, since }: { at: Date; since: Date },
): Promise<void> {
  for (const table of [passkeys, pushSubscriptions, recoveryCodes, knownDevices]) {
    await tx.delete(table).where(and(eq(table.userId, userId), gt(table.createdAt, since)));
  }
  const factorSince = sql`coalesce(${secondFactors.confirmedAt}, ${secondFactors.createdAt})`;
  await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), sql`${factorSince} > ${timestamptz(since)}`));
  const changed = await tx
    .update(users)
    .set({ ...NO_PAYOUT, updatedAt: at })
    .where(and(eq(users.id, userId), gt(users.payoutChangedAt, since)))
    .returning({ id: users.id });
  await abandonPayees(tx, userId, { at, since, isAddressCleared: changed.length > 0 });
}

/** An account of the wallet is the address that is paid: it goes with it, and is closed at once. */
async function abandonPayees(
  tx: Tx,
  userId: string,
  { at, since, isAddressCleared }: { at: Date; since: Date; isAddressCleared: boolean },
): Promise<void> {
  const isWallet = sql`${payeeAccounts.provider} = 'paypal'`;
  const isNew = sql`(greatest(${payeeAccounts.createdAt}, ${payeeAccounts.bankChangedAt}) > ${timestamptz(since)}
    or ${isWallet} and ${isAddressCleared}::boolean)`;
  const isOpened = sql`${payeeAccounts.closedAt} is null and ${payeeAccounts.providerAccountId} is not null`;
  const abandoned = await tx
    .update(payeeAccounts)
    .set({
      abandonedAt: at,
      transfers: null,
      payouts: null,
      problem: null,
      waitsUntil: null,
      bankId: null,
      bankLast4: null,
      closedAt: sql`case when ${isWallet} then coalesce(${payeeAccounts.closedAt}, ${timestamptz(at)})
        else ${payeeAccounts.closedAt} end`,
      checkAt: sql`case when ${isOpened} then ${timestamptz(at)} end`,
    })
    .where(and(eq(payeeAccounts.userId, userId), isNull(payeeAccounts.abandonedAt), isNew))
    .returning({ accountId: payeeAccounts.id });
  // A payout that failed there waits for nobody any more.
  for (const { accountId } of abandoned)
    await liftHold(tx, { subject: { userId, accountId }, cause: "provider", at });
  const isOpen = sql`exists (select from ${payeeAccounts} a where a.user_id = ${userId} and a.provider = 'stripe'
    and a.closed_at is null and a.abandoned_at is null)`;
  await tx
    .update(users)
    .set({ bankAccountVerified: false, stripeAccountId: null })
    .where(and(eq(users.id, userId), sql`not ${isOpen}`));
}

/** Whether an account has a passkey or a confirmed second factor that is older than a time. */
export async function hasProofBefore(
  db: Db,
  userId: string,
  before: Date,
): Promise<{ passkey: boolean; code: boolean }> {
  const older = (column: SQL) => sql`${column} <= ${timestamptz(before)}`;
  const [passkey, code] = [
    await db.$count(passkeys, and(eq(passkeys.userId, userId), older(sql`${passkeys.createdAt}`))),
    await db.$count(
      secondFactors,
      and(eq(secondFactors.userId, userId), older(sql`${secondFactors.confirmedAt}`)),
    ),
  ];
  return { passkey: passkey > 0, code: code > 0 };
}
