import type { Db, Tx } from "@/db/client";
import { newId } from "@/db/schema";
import { placeHold } from "@/lib/domain/holds/place-hold";
import { notifyOfAccountChanges, writeMail, writeOperatorMail } from "@/lib/domain/messages/write-messages";
import type { Backlog } from "@/lib/domain/payments/types";
import { checkPaidTo } from "@/lib/domain/safety/review";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import { orIfUnavailable, ProviderUnavailable } from "@/lib/providers/gateway";
import { type PayoutProvider, PayoutRefused, type ProviderPayee } from "@/lib/providers/payout-provider";
import { holdFailedBank, tryFailedBanksAgain } from "./failed-bank";
import {
  claimPayees,
  hashOfBank,
  isMoving,
  isPayingOut,
  lockOwner,
  lockPayee,
  needsReview,
  resumeDonations,
  selectByProviderId,
  selectLastBank,
  selectPayee,
  selectTransfersIn,
  storeAnswer,
  storeVerified,
} from "./payee-store";
import { providerOf } from "./providers";
import { insertReturn, selectRemainder } from "./return-store";
import {
  HOLDS_MONEY,
  isReady,
  NEW_BANK_ACCOUNT_DAYS,
  nextPayeeCheck,
  PAYOUT_FAILS_DAYS,
  payeeState,
} from "./rules";
import { lockAround } from "./transfer-store";
import type { OpenedAccount, PayeeAccount, PayoutContext } from "./types";

/**
 * Asks the provider about the account that counts for a person, and stores its answer (payouts.md, States). Null if the
 * person has none.
 * @throws ProviderUnavailable
 */
export async function checkPayee(context: PayoutContext, userId: string): Promise<PayeeAccount | null> {
  const account = await selectPayee(context.db, userId);
  return account && (await checkAccount(context, account));
}

/**
 * `checkPayee` for its owner, who says with it that the account is in order: after a failed payout it is tried again,
 * where the account was not the problem (trust 45).
 * @throws ProviderUnavailable
 */
export async function checkByOwner(context: PayoutContext, userId: string): Promise<PayeeAccount | null> {
  const account = await checkPayee(context, userId);
  await context.db.transaction(async (tx) => {
    await lockOwner(tx, userId);
    await tryFailedBanksAgain(tx, userId, now());
  });
  return account;
}

/** `checkPayee` for the page to which the provider leads back: whether the provider could be asked. */
export async function askAboutPayee(context: PayoutContext, userId: string): Promise<boolean> {
  return (await orIfUnavailable(checkPayee(context, userId), "unavailable")) !== "unavailable";
}

/**
 * `checkPayee` by the provider's id of the account, for an event; null if it is none of ours.
 * @throws ProviderUnavailable
 */
export async function checkPayeeAt(
  context: PayoutContext,
  providerAccountId: string,
): Promise<PayeeAccount | null> {
  const account = await selectByProviderId(context.db, providerAccountId);
  return account && (await checkAccount(context, account));
}

/** The accounts that reconciliation asks about, also to close those of erased people and those that were left. */
export const payeeBacklog: Backlog<PayeeAccount, PayoutContext> = {
  name: "payee account",
  claim: claimPayees,
  check: async (context, account) => {
    if (!context.payoutProviders[account.provider]) return "payee not configured";
    if (account.closedAt) await closeLeft(context, account);
    return `payee ${payeeState(await checkAccount(context, account))}`;
  },
};

/**
 * Asks the provider about one account, unless it is closed or was never opened there. The answer of an earlier call
 * never replaces that of a later one. The account of an erased person is closed instead, once no payout of it can fail
 * any more, and so is an abandoned one, once it is empty.
 * @throws ProviderUnavailable
 */
export async function checkAccount(context: PayoutContext, account: PayeeAccount): Promise<PayeeAccount> {
  const { db } = context;
  const { id, providerAccountId } = account;
  if (account.closedAt || providerAccountId === null) return account;
  const provider = providerOf(context, account);
  const askedAt = now();
  const answer = await provider.findAccount(providerAccountId);
  const asked = await db.transaction((tx) => applyAnswer(tx, account, { answer, askedAt }));
  if (!asked.isLeft || asked.account.closedAt) return asked.account;
  if (asked.account.abandonedAt) {
    await emptyAccount(db, id);
    if (await isMoving(db, id)) return asked.account;
  }
  const since = new Date(askedAt.getTime() - PAYOUT_FAILS_DAYS * DAY);
  if (await isPayingOut(db, id, since)) return asked.account;
  await closeAtProvider(provider, { id, providerAccountId });
  return db.transaction((tx) => storeAnswer(tx, id, { closedAt: now(), checkAt: null }));
}

/**
 * Closes an account at its provider that its owner left, and ends its hold. What the books have in a wallet's is owed
 * again.
 * @throws ProviderUnavailable
 */
export async function closeLeft(context: PayoutContext, account: PayeeAccount): Promise<void> {
  const { id, userId, provider, providerAccountId } = account;
  if (!HOLDS_MONEY[provider]) await emptyAccount(context.db, id);
  else if (providerAccountId !== null) {
    await closeAtProvider(providerOf(context, account), { id, providerAccountId });
  }
  await context.db.transaction(async (tx) => {
    await lockOwner(tx, userId);
    await holdFailedBank(tx, await storeAnswer(tx, id, { checkAt: null }), now());
  });
}

/** It is refused while there is money in the account: reconciliation tries again. */
async function closeAtProvider(
  provider: PayoutProvider,
  { id, providerAccountId }: Pick<OpenedAccount, "id" | "providerAccountId">,
): Promise<void> {
  try {
    await provider.closeAccount(providerAccountId);
  } catch (error) {
    if (!(error instanceof PayoutRefused)) throw error;
    throw new ProviderUnavailable(`the payee account ${id} cannot be closed yet: ${error.code}`);
  }
}

type Answered = { answer: ProviderPayee | null; askedAt: Date };

async function applyAnswer(
  tx: Tx,
  { id, userId, provider }: PayeeAccount,
  { answer, askedAt }: Answered,
): Promise<{ account: PayeeAccount; isLeft: boolean }> {
  const owner = await lockOwner(tx, userId);
  // After the locks: nothing that is moved meanwhile may seem to be moved after this.
  const at = now();
  const { bankId, bankHash: hash, ...before } = await lockPayee(tx, id);
  const isLeft = owner?.erasedAt != null || before.abandonedAt !== null;
  if (before.closedAt || (before.checkedAt && before.checkedAt > askedAt)) return { account: before, isLeft };
  if (isLeft) {
    // Nothing about the person is stored any more; a closed account is not asked about again.
    const closedAt = answer?.closed ? at : null;
    const checkAt = closedAt ? null : nextPayeeCheck({ ...before, isReady: false }, at);
    return { account: await storeAnswer(tx, id, { closedAt, checkAt }), isLeft };
  }
  const known = answer ?? UNKNOWN;
  const closedAt = known.closed ? at : null;
  const bankHash = known.bankFingerprint === null ? hash : hashOfBank(known.bankFingerprint);
  if (bankHash !== hash) {
    await holdNewBank(tx, { userId, bankHash, before: hash, at });
    await checkPaidTo(tx, userId, at);
  }
  const ready = isReady({ ...known, closedAt });
  const account = await storeAnswer(tx, id, {
    ...(known.country !== null && { country: known.country }),
    transfers: known.transfers,
    payouts: known.payouts,
    waitsFor: known.waitsFor,
    waitsUntil: known.waitsUntil,
    problem: known.problem,
    bankId: known.bankId ?? bankId,
    bankLast4: known.bankLast4,
    bankHash,
    ...(bankHash !== hash && { bankChangedAt: at }),
    submittedAt: before.submittedAt ?? (answer && known.waitsFor !== "owner" ? at : null),
    readyAt: before.readyAt ?? (ready ? at : null),
    checkedAt: askedAt,
    closedAt,
    checkAt: closedAt ? null : nextPayeeCheck({ ...before, isReady: ready }, at),
  });
  await holdFailedBank(tx, account, at);
  if (provider === "stripe") {
    const isOpen = closedAt === null;
    await storeVerified(tx, userId, { isVerified: isOpen && known.payouts === "active", isOpen });
  }
  if (ready) {
    // An account of the wallet stays open while the bank is chosen, and is not paid to then.
    if (provider === "stripe" || owner?.paymentMethod === "paypal") await resumeDonations(tx, userId);
    if (env().payoutReview && (await needsReview(tx, userId))) {
      await placeHold(tx, { subject: { userId }, cause: "first_payout", at });
      await writeOperatorMail(tx, { about: "first_payout", cause: userId, reference: userId, at });
    }
  }
  await informOwner(tx, before, account, at);
  return { account, isLeft };
}

/** Writes what the owner has to know of a change: once verified, whenever something is asked, and when it stops. */
async function informOwner(tx: Tx, before: PayeeAccount, after: PayeeAccount, at: Date): Promise<void> {
  const { id, userId, waitsUntil } = after;
  const [was, is] = [payeeState(before), payeeState(after)];
  const isAnother = was !== is || before.waitsUntil?.getTime() !== waitsUntil?.getTime();
  const mail = { userId, at };
  const isChecked = after.provider === "stripe" && after.readyAt !== null && before.readyAt === null;
  if (isChecked) await writeMail(tx, { ...mail, kind: "identity_verified", cause: id });
  if (is === "asked" && isAnother) {
    const cause = `${id}:${(waitsUntil ?? at).toISOString()}`;
    await writeMail(tx, { ...mail, kind: "identity_asked", cause });
  }
  if ((is === "stopped" || is === "closed") && was !== is) {
    await writeMail(tx, { ...mail, kind: "payouts_stopped", cause: `${id}:${at.toISOString()}` });
  }
}

/** An account that the provider does not know, perhaps because its keys are another platform's: nothing moves to it. */
const UNKNOWN: Omit<ProviderPayee, "id"> = {
  country: null,
  transfers: null,
  payouts: null,
  waitsFor: "provider",
  waitsUntil: null,
  problem: "account_unknown",
  bankId: null,
  bankLast4: null,
  bankFingerprint: null,
  closed: false,
};

/**
 * Holds everything of a person whose bank account is another than the last one, also by way of a new account, and
 * informs them (payouts.md, Release; trust.md 39).
 */
async function holdNewBank(
  tx: Tx,
  {
    userId,
    bankHash,
    before,
    at,
  }: { userId: string; bankHash: string | null; before: string | null; at: Date },
): Promise<void> {
  const last = before ?? (await selectLastBank(tx, userId));
  if (last === null || last === bankHash) return;
  const endsAt = new Date(at.getTime() + NEW_BANK_ACCOUNT_DAYS * DAY);
  await placeHold(tx, { subject: { userId }, cause: "new_bank_account", at, endsAt });
  const from = { device: null, network: null };
  await notifyOfAccountChanges(tx, [{ userId, accountChange: "payout_method", ...from, createdAt: at }]);
  const data = { ...from, changes: "payout_method" };
  await writeMail(tx, { kind: "payout_details_changed", cause: newId(), userId, at, data });
}

/**
 * Asks for everything back that is in an account that was left, and in no payout (D51). Reconciliation makes the
 * returns; their donations are owed again then. Lock order: donation, person, account, transfer, return.
 */
async function emptyAccount(db: Db, accountId: string): Promise<void> {
  for (const id of await selectTransfersIn(db, accountId)) {
    await db.transaction(async (tx) => {
      await lockAround(tx, id);
      // A payout of it may have failed meanwhile, or a refund may have taken it.
      const amount = await selectRemainder(tx, id);
      if (amount > 0) await insertReturn(tx, { transferId: id, amount, cause: "correction", at: now() });
    });
  }
}
