import type { Db, Tx } from "@/db/client";
import { lockErased } from "@/lib/domain/users/guards";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { PayoutRefused, type ProviderReversal } from "@/lib/providers/payout-provider";
import { adoptReversals } from "./adopt-transfer";
import { findOpened, lockPayee } from "./payee-store";
import { lockPayout, selectLivePayoutOf, selectPayout, takeOut } from "./payout-store";
import { providerOf } from "./providers";
import {
  bookLoss,
  bookReturn,
  bookReturned,
  deleteRecoveries,
  findReturn,
  insertReturn,
  isEmptying,
  isGoingBack,
  leaseReturn,
  lockReturn,
  refuseReturn,
  retryLosses,
  returnUnpaid,
  selectAvailable,
  selectRecoveries,
  selectSource,
  setReturnCheck,
  type TransferReturn,
} from "./return-store";
import { HOLDS_MONEY, keyOf, retryAt } from "./rules";
import { adoptPayouts } from "./settle-payout";
import { findTransfer, lockAround, lockTransfer, type Transfer } from "./transfer-store";
import type { PayoutContext } from "./types";

/**
 * Takes money of a transfer back from the account of its payee (payouts.md, Ledger). What a payout took already, or the
 * account does not have, is our loss, and is recovered from the person's other money. Returns the state of the return.
 * @throws ProviderUnavailable
 */
export async function settleReturn(context: PayoutContext, id: string): Promise<string> {
  const { state, recoversId } = await findReturn(context.db, id);
  const outcome = state === "due" ? await makeReturn(context, id) : state;
  // From one transfer after the other, until the loss is made up for or nothing is left.
  const loss = outcome === "short" ? id : outcome === "done" ? recoversId : null;
  const recovery = loss && (await planRecovery(context.db, loss));
  if (recovery) await settleReturn(context, recovery);
  return outcome;
}

/**
 * Plans the return that recovers a loss, or a part of it, from other money of the same person (payouts.md, Ledger).
 * Returns its id; null if everything was recovered, one is due already, or there is no money to take. Lock order:
 * person, account, transfer, return.
 */
async function planRecovery(db: Db, lossId: string): Promise<string | null> {
  const { transferId } = await findReturn(db, lossId);
  const { userId } = await findTransfer(db, transferId);
  return db.transaction(async (tx) => {
    await lockErased(tx, userId);
    const at = now();
    const found = await selectSource(tx, { transferId, userId, at });
    if (found) {
      await lockPayee(tx, (await findTransfer(tx, found.id)).accountId);
      await lockTransfer(tx, found.id);
    }
    const loss = await lockReturn(tx, lossId);
    const { recovered, due } = await selectRecoveries(tx, lossId);
    // Reconciliation settles it by itself, and gives it up where its account was closed.
    if (due !== null) return null;
    const lost = loss.amount - recovered;
    const source = found && lost > 0 ? await selectSource(tx, { transferId, userId, at }) : null;
    if (source === null || source.id !== found?.id) {
      await setReturnCheck(tx, lossId, lost > 0 ? new Date(at.getTime() + DAY) : null);
      return null;
    }
    const amount = Math.min(source.free, lost);
    return insertReturn(tx, { transferId: source.id, amount, cause: "correction", recoversId: lossId, at });
  });
}

async function makeReturn(context: PayoutContext, id: string): Promise<string> {
  const { db } = context;
  await askForPayout(context, id);
  const claim = await db.transaction((tx) => claimReturn(tx, id));
  if (typeof claim === "string") return claim;
  const { due, transfer } = claim;
  const account = await findOpened(db, transfer.accountId);
  const { providerId } = transfer;
  // A transfer in the books only, to an account without a balance.
  if (providerId === null) return bookDone(context, claim, { providerId, amount: due.amount, left: [] });
  const provider = providerOf(context, account);
  // Asked first, every time: see settleTransfer.
  const made = await provider.findReversals(providerId);
  const { left, rest } = await db.transaction(async (tx) =>
    adoptReversals(tx, await lockAround(tx, transfer.id), made),
  );
  const { state, amount: asked } = await findReturn(db, id);
  if (state !== "due") return state;
  // Without what was taken back by hand.
  const amount = rest > 0 ? Math.min(asked, rest) : asked;
  const refuse = (problem: string) => {
    const at = now();
    return refuseReturn(db, due, { problem, checkAt: retryAt(due, at) });
  };
  if (left.some(({ transferReturnId }) => transferReturnId !== null)) {
    await refuse(REVERSAL_UNKNOWN);
    return "refused";
  }
  let problem = "balance_insufficient";
  try {
    const answer = await provider.reverseTransfer({
      transferReturnId: id,
      providerTransferId: providerId,
      amount,
      isRecovery: due.recoversId !== null,
      idempotencyKey: keyOf(`transfer-return-${id}${amount < asked ? `-${amount}` : ""}`, due.tries),
    });
    if (answer.outcome === "done")
      return await bookDone(context, claim, { providerId: answer.id, amount, left });
  } catch (error) {
    if (!(error instanceof PayoutRefused)) throw error;
    if (account.closedAt === null) {
      await refuse(error.code);
      return "refused";
    }
    problem = error.code;
  }
  // What an account that was left has to give back is still owed to its owner: it is awaited (D51).
  if (due.cause !== "correction") return bookShort(context, claim);
  await refuse(problem);
  if (account.closedAt !== null) await giveUpRecoveries(db, transfer);
  return "refused";
}

/** A closed account never has the money again: the loss is recovered from another one. */
async function giveUpRecoveries(db: Db, { id, userId }: Transfer): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAround(tx, id);
    await deleteRecoveries(tx, [id]);
    await retryLosses(tx, userId, now());
  });
}

/** A return takes money out of a payout that was not sent: restored books may not know that it was. */
async function askForPayout(context: PayoutContext, id: string): Promise<void> {
  const { db } = context;
  const { transferId } = await findReturn(db, id);
  const live = await selectLivePayoutOf(db, transferId);
  const payout = live && (await selectPayout(db, live.id));
  if (payout?.state !== "created" || payout.claimedUntil !== null) return;
  const account = await findOpened(db, payout.accountId);
  if (HOLDS_MONEY[account.provider]) await adoptPayouts(context, account);
}

type Claim = { due: TransferReturn; transfer: Transfer };

/** The provider has a reversal of ours that no return explains: `doctor` names it. */
const REVERSAL_UNKNOWN = "reversal_unknown";

/**
 * Claims a return for this server; returns why there is nothing to do at the provider, or what. Lock order: donation,
 * person, account, transfer, payout, return.
 */
async function claimReturn(tx: Tx, id: string): Promise<Claim | string> {
  const { transferId } = await findReturn(tx, id);
  const transfer = await lockAround(tx, transferId);
  const live = await selectLivePayoutOf(tx, transferId);
  const payout = live && (await lockPayout(tx, live.id));
  const before = await lockReturn(tx, id);
  const at = now();
  if (before.state !== "due") return before.state;
  if (before.claimedUntil && before.claimedUntil > at) return "busy";
  const mayBeMade = before.claimedUntil !== null;
  // Last, because the rest is owed again with it.
  if (isEmptying(before) && !mayBeMade && (await isGoingBack(tx, transferId, id))) {
    await setReturnCheck(tx, id, retryAt(before, at));
    return "waiting";
  }
  const isThere = async () => mayBeMade || (await selectAvailable(tx, before)) >= before.amount;
  if (payout?.state === "created" && !(await isThere())) {
    if (payout.claimedUntil !== null) {
      // Whether the payout was made is not known yet.
      await setReturnCheck(tx, id, payout.claimedUntil);
      return "waiting";
    }
    await takeOut(tx, payout, [transferId], at);
  }
  if (!(await isThere())) {
    if (before.recoversId === null) {
      await bookLoss(tx, before, { userId: transfer.userId, at });
      return "short";
    }
    throw new Error(`the recovery ${id} takes money that is not there`);
  }
  return { due: await leaseReturn(tx, id, { at }), transfer };
}

type Answer = { providerId: string | null; amount: number; left: readonly ProviderReversal[] };

/** Books what a call took back, and what had been taken back by hand and is explained with it. */
async function bookDone(
  { db }: PayoutContext,
  { due, transfer }: Claim,
  { providerId, amount: taken, left }: Answer,
): Promise<string> {
  await db.transaction(async (tx) => {
    const locked = await lockAround(tx, transfer.id);
    const at = now();
    await bookReturn(tx, await lockReturn(tx, due.id), { userId: locked.userId, providerId, at, taken });
    await adoptReversals(tx, locked, left);
    await bookReturned(tx, locked, at);
    await returnUnpaid(tx, locked, at);
  });
  return "done";
}

async function bookShort({ db }: PayoutContext, { due, transfer }: Claim): Promise<string> {
  await db.transaction(async (tx) => {
    const { userId } = await lockAround(tx, transfer.id);
    await bookLoss(tx, await lockReturn(tx, due.id), { userId, at: now() });
  });
  return "short";
}
