import { createHmac } from "node:crypto";
import { and, desc, eq, getTableColumns, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { holds, payeeAccounts, payouts, transferReturns, transfers, users } from "@/db/schema";
import { dueRows, preparedQuery, timestamptz } from "@/db/statement";
import { lockErased } from "@/lib/domain/users/guards";
import { env } from "@/lib/ground/env";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import { lockDonations } from "./donation-store";
import { freeAmount, isInAccount, wasMadeUpFor } from "./sql-store";
import type { OpenedAccount, PayeeAccount } from "./types";

const { bankId, bankHash, bankChangedAt: _, checkAt: __, ...columns } = getTableColumns(payeeAccounts);

/** A `PayeeAccount`. */
export const payeeColumns = columns;

const isWallet = sql`${payeeAccounts.provider} = 'paypal'`;

/** Whether an account is of the provider that its owner chose to be paid by. */
const isChosen = sql`(${isWallet}) = (${users.paymentMethod} is not distinct from 'paypal')`;

/**
 * The account that counts for a person: an open one before a closed one, that of the chosen method before another, and
 * then the latest. Null if there never was one.
 */
export async function selectPayee(db: Db, userId: string): Promise<PayeeAccount | null> {
  const [account] = await payeeOf(db).execute({ userId });
  return account ?? null;
}

const payeeOf = preparedQuery((db) =>
  db
    .select(payeeColumns)
    .from(payeeAccounts)
    .innerJoin(users, eq(users.id, payeeAccounts.userId))
    .where(and(eq(payeeAccounts.userId, sql.placeholder("userId")), isNull(payeeAccounts.abandonedAt)))
    .orderBy(sql`${payeeAccounts.closedAt} is not null`, desc(isChosen), desc(payeeAccounts.createdAt))
    .limit(1)
    .prepare("payee_of"),
);

/** A person's open account at a provider; null if there is none. */
export function selectOpen(db: Db, userId: string, provider: PaymentProvider): Promise<PayeeAccount | null> {
  const isOpen = and(isNull(payeeAccounts.closedAt), isNull(payeeAccounts.abandonedAt));
  return selectOne(db, and(eq(payeeAccounts.userId, userId), eq(payeeAccounts.provider, provider), isOpen));
}

async function selectOne(db: Db, where: SQL | undefined): Promise<PayeeAccount | null> {
  const [account] = await db.select(payeeColumns).from(payeeAccounts).where(where);
  return account ?? null;
}

/** An account by our id. @throws Error if there is none */
export async function findPayeeById(db: Db, id: string): Promise<PayeeAccount> {
  const account = await selectOne(db, eq(payeeAccounts.id, id));
  if (!account) throw new Error(`payee account ${id} vanished`);
  return account;
}

/** The account of a transfer or a payout: it was opened at the provider. */
export async function findOpened(db: Db, id: string): Promise<OpenedAccount> {
  const account = await findPayeeById(db, id);
  const { providerAccountId } = account;
  if (providerAccountId === null) throw new Error(`payee account ${id} was never opened`);
  return { ...account, providerAccountId };
}

/** An account by the provider's id; null if none has it. */
export function selectByProviderId(db: Db, providerAccountId: string): Promise<PayeeAccount | null> {
  return selectOne(db, eq(payeeAccounts.providerAccountId, providerAccountId));
}

/** The owner of an account, locked before it (the common order). Null if there is no such person. */
export async function lockOwner(tx: Tx, userId: string) {
  const { email, paymentMethod, paypalEmail, erasedAt } = users;
  const [row] = await tx
    .select({ email, paymentMethod, paypalEmail, erasedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");
  return row ?? null;
}

/** Makes the bank account the way in which a person is paid. */
export async function chooseBank(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.update(users).set({ paymentMethod: "bank", payoutChangedAt: at }).where(eq(users.id, userId));
}

/** An account with what is stored of its bank account. */
export type LockedPayee = Awaited<ReturnType<typeof lockPayee>>;

/** An account with what is stored of its bank account, locked until the transaction ends. */
export async function lockPayee(tx: Tx, id: string) {
  const [row] = await tx
    .select({ ...payeeColumns, bankId, bankHash })
    .from(payeeAccounts)
    .where(eq(payeeAccounts.id, id))
    .for("no key update");
  if (!row) throw new Error(`payee account ${id} vanished`);
  return row;
}

/** Locks donations, their recipient and an account of theirs: the order in which all code locks them. */
export async function lockAccount(
  tx: Tx,
  { donationIds, userId, accountId }: { donationIds: readonly string[]; userId: string; accountId: string },
): Promise<LockedPayee> {
  await lockDonations(tx, donationIds);
  await lockErased(tx, userId);
  return lockPayee(tx, accountId);
}

type NewAccount = Pick<PayeeAccount, "userId" | "provider" | "country"> & { createdAt: Date };

/** Inserts an account that is not opened at the provider yet. */
export async function insertPayee(tx: Tx, account: NewAccount): Promise<PayeeAccount> {
  const [row] = await tx.insert(payeeAccounts).values(account).returning(payeeColumns);
  if (!row) throw new Error("an insert returns its row");
  return row;
}

/** Deletes an account that the provider refused to open. */
export async function deleteUnopened(db: Db, id: string): Promise<void> {
  await db
    .delete(payeeAccounts)
    .where(and(eq(payeeAccounts.id, id), isNull(payeeAccounts.providerAccountId)));
}

/**
 * Stores the provider's id of an account that was opened, once, and with the person where it is the card provider's
 * (specification 3, User).
 */
export async function storeOpened(
  tx: Tx,
  { id, userId, provider }: Pick<PayeeAccount, "id" | "userId" | "provider">,
  { providerAccountId, checkAt }: { providerAccountId: string; checkAt: Date },
): Promise<void> {
  const [opened] = await tx
    .update(payeeAccounts)
    .set({ providerAccountId, checkAt })
    .where(and(eq(payeeAccounts.id, id), isNull(payeeAccounts.providerAccountId)))
    .returning({ abandonedAt: payeeAccounts.abandonedAt });
  // It was abandoned while the provider opened it: reconciliation closes it.
  if (provider !== "stripe" || !opened || opened.abandonedAt) return;
  await tx
    .update(users)
    .set({ stripeAccountId: providerAccountId })
    .where(and(eq(users.id, userId), isNull(users.erasedAt)));
}

/** The provider is asked about an account at this time, unless it is asked sooner. */
export async function askSoon(db: Db, id: string, at: Date): Promise<void> {
  await db
    .update(payeeAccounts)
    .set({ checkAt: sql`least(${payeeAccounts.checkAt}, ${timestamptz(at)})` })
    .where(and(eq(payeeAccounts.id, id), isNull(payeeAccounts.closedAt)));
}

type Answer = Partial<Omit<PayeeAccount, "id" | "userId" | "provider" | "createdAt">> & {
  bankId?: string | null;
  bankHash?: string | null;
  bankChangedAt?: Date;
  checkAt: Date | null;
};

/** Stores what the provider answered. */
export async function storeAnswer(tx: Tx, id: string, answer: Answer): Promise<PayeeAccount> {
  const [row] = await tx
    .update(payeeAccounts)
    .set(answer)
    .where(eq(payeeAccounts.id, id))
    .returning(payeeColumns);
  if (!row) throw new Error(`payee account ${id} vanished`);
  return row;
}

/**
 * Brings a person's row to what their account at the card provider is: whether it pays out to their bank, and its id
 * while it is open.
 */
export async function storeVerified(
  tx: Tx,
  userId: string,
  { isVerified, isOpen }: { isVerified: boolean; isOpen: boolean },
): Promise<void> {
  await tx
    .update(users)
    .set({ bankAccountVerified: isVerified, ...(!isOpen && { stripeAccountId: null }) })
    .where(and(eq(users.id, userId), isNull(users.erasedAt)));
}

/** Whether anything was ever moved to an account, or is to be. */
export async function hasMoved(db: Db, id: string): Promise<boolean> {
  return (await db.$count(transfers, eq(transfers.accountId, id))) > 0;
}

/** Closes an account of the card provider in the books. It is closed at the provider when it is asked about next. */
export async function leavePayee(
  tx: Tx,
  { id, userId }: Pick<PayeeAccount, "id" | "userId">,
  at: Date,
): Promise<void> {
  await storeAnswer(tx, id, { closedAt: at, checkAt: at });
  await storeVerified(tx, userId, { isVerified: false, isOpen: false });
}

/** Lets people give to a person again, who can be paid now. */
export async function resumeDonations(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ donationsPausedAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.donationsPausedAt)));
}

/** The bank account that a person was last paid to, or would have been, by its hash; null if there was none. */
export async function selectLastBank(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ bankHash: payeeAccounts.bankHash })
    .from(payeeAccounts)
    .where(and(eq(payeeAccounts.userId, userId), isNotNull(payeeAccounts.bankHash)))
    .orderBy(desc(payeeAccounts.checkedAt))
    .limit(1);
  return row?.bankHash ?? null;
}

/** Whether a person's first payout was never reviewed: no hold was placed for it, and nothing was paid out yet. */
export async function needsReview(tx: Tx, userId: string): Promise<boolean> {
  const reviews = await tx.$count(holds, and(eq(holds.userId, userId), eq(holds.cause, "first_payout")));
  return reviews === 0 && (await tx.$count(payouts, eq(payouts.userId, userId))) === 0;
}

/** Whether a payout of an account can still fail or arrive: it was made, or paid after `since`. */
export async function isPayingOut(db: Db, accountId: string, since: Date): Promise<boolean> {
  const isOpen = sql`${payouts.state} in ('created', 'sent', 'on_the_way') or ${payouts.state} = 'paid' and ${payouts.paidAt} > ${timestamptz(since)}`;
  return (await db.$count(payouts, and(eq(payouts.accountId, accountId), sql`(${isOpen})`))) > 0;
}

const hasMoney = and(isInAccount, sql`${freeAmount} > 0`);

/** The transfers of which money is in an account and in no payout, without what made up for a loss elsewhere. */
export async function selectTransfersIn(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .select({ id: transfers.id })
    .from(transfers)
    .where(and(eq(transfers.accountId, accountId), hasMoney, not(wasMadeUpFor)));
  return rows.map(({ id }) => id);
}

/** Whether money may still come to an account, is there, or has to come back from it. */
export async function isMoving(db: Db, accountId: string): Promise<boolean> {
  const isDue = sql`exists (
    select from ${transferReturns} r where r.transfer_id = ${transfers}.id and r.state = 'due')`;
  const isOpen = sql`(${transfers.state} = 'planned' or ${isDue} or ${hasMoney})`;
  return (await db.$count(transfers, and(eq(transfers.accountId, accountId), isOpen))) > 0;
}

/** The accounts of a provider that can have money, by our id. */
export async function selectWithMoney(db: Db, provider: PaymentProvider): Promise<OpenedAccount[]> {
  const wasSent = sql`exists (
    select from transfers t where t.account_id = ${payeeAccounts.id} and t.state in ('sent', 'returned'))`;
  const rows = await db
    .select(payeeColumns)
    .from(payeeAccounts)
    .where(and(eq(payeeAccounts.provider, provider), isNotNull(payeeAccounts.providerAccountId), wasSent))
    .orderBy(payeeAccounts.id);
  return rows.flatMap(({ providerAccountId: at, ...row }) => (at ? [{ ...row, providerAccountId: at }] : []));
}

/** A person's open accounts. */
export async function selectAllOpen(db: Db, userId: string): Promise<PayeeAccount[]> {
  const isOpen = and(eq(payeeAccounts.userId, userId), isNull(payeeAccounts.closedAt));
  return db.select(payeeColumns).from(payeeAccounts).where(isOpen);
}

/**
 * Removes what identifies an erased person from their accounts. Ids at the card provider stay: a dispute that is lost
 * later is asked back from there. What is open there is to be closed. At the wallet the id is an address.
 */
export async function forgetPayee(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.update(payouts).set({ bankHash: null }).where(eq(payouts.userId, userId));
  await tx
    .update(payeeAccounts)
    .set({
      problem: null,
      waitsUntil: null,
      bankLast4: null,
      bankId: null,
      bankHash: null,
      providerAccountId: sql`case when ${isWallet} then ${payeeAccounts.id} || ':erased'
        else ${payeeAccounts.providerAccountId} end`,
      closedAt: sql`case when ${isWallet} then coalesce(${payeeAccounts.closedAt}, ${timestamptz(at)})
        else ${payeeAccounts.closedAt} end`,
      checkAt: sql`case when ${isWallet} then null when ${payeeAccounts.closedAt} is null then ${timestamptz(at)}
        else ${payeeAccounts.checkAt} end`,
    })
    .where(eq(payeeAccounts.userId, userId));
}

/** Claims up to `limit` open accounts that the provider is due to be asked about. */
export async function claimPayees(db: Db, at: Date, limit: number): Promise<PayeeAccount[]> {
  return db
    .update(payeeAccounts)
    .set({ checkAt: sql`${timestamptz(at)} + interval '1 hour'` })
    .where(dueRows(payeeAccounts, at, limit))
    .returning(payeeColumns);
}

/** Keyed, so that fingerprints cannot be tried against a copy of the table. */
export function hashOfBank(fingerprint: string): string {
  return createHmac("sha256", env().authSecret).update(`bank account:${fingerprint}`).digest("base64url");
}
