import type { Tx } from "@/db/client";
import { now } from "@/lib/ground/clock";
import type { PayoutProvider, ProviderReversal, ProviderTransfer } from "@/lib/providers/payout-provider";
import { findRecipient, selectRest } from "./donation-store";
import { adoptAccount } from "./open-account";
import { lockAccount, selectByProviderId } from "./payee-store";
import {
  bookReturn,
  bookReturned,
  insertReturn,
  isEmptying,
  retryLosses,
  selectDue,
  selectReversals,
  type TransferReturn,
} from "./return-store";
import { sumOf } from "./rules";
import {
  bookSent,
  cancelTransfer,
  insertTransfer,
  lockTransfersOf,
  replanTransfer,
  selectFree,
  selectUnbooked,
  type Transfer,
} from "./transfer-store";
import type { PayeeAccount, PayoutContext } from "./types";

/**
 * Books a transfer that the provider made and the books do not have: its call got no answer, or they were restored from
 * a dump of before. Takes the place of one that is only planned; `claimedId` is the one that the caller has claimed.
 * Returns why it cannot be booked, or null. A transfer without our ids was made by hand.
 * @throws ProviderUnavailable
 */
async function adoptTransfer(
  context: PayoutContext,
  provider: PayoutProvider,
  found: ProviderTransfer,
  claimedId: string | null = null,
): Promise<string | null> {
  const { db } = context;
  const [unbooked] = await selectUnbooked(db, [found]);
  if (!unbooked) return null;
  const userId = await findRecipient(db, unbooked.donationId);
  if (userId === null) return "its donation is not in the books";
  const account =
    (await selectByProviderId(db, found.account)) ??
    (await adoptAccount(context, { provider, userId, providerAccountId: found.account }));
  if (account?.userId !== userId) return "it went to an account that is not the recipient's";
  return db.transaction((tx) => bookTransfer(tx, unbooked, { account, claimedId }));
}

type Named = ProviderTransfer & { transferId: string; donationId: string };

/** Lock order: donation, person, account, transfers. */
async function bookTransfer(
  tx: Tx,
  { id: providerId, transferId, donationId, amount, chargeId, createdAt, reversals }: Named,
  { account, claimedId }: { account: PayeeAccount; claimedId: string | null },
): Promise<string | null> {
  const { id: accountId, userId } = account;
  await lockAccount(tx, { donationIds: [donationId], userId, accountId });
  const at = now();
  const rows = await lockTransfersOf(tx, donationId);
  if (rows.some((row) => row.providerId === providerId)) return null;
  const own = rows.find(({ id }) => id === transferId);
  const others = rows.filter((row) => row !== own && (row.state === "planned" || row.state === "sent"));
  const isOther = own && own.state !== "planned" && own.state !== "cancelled";
  if (isOther || others.some(({ state }) => state === "sent")) return "the donation has another transfer";
  const isBusy = ({ id, claimedUntil }: Transfer) =>
    id !== claimedId && claimedUntil !== null && claimedUntil > at;
  if (others.some(isBusy)) return "another transfer of the donation is being made";
  for (const other of others) await cancelTransfer(tx, other);
  const made = { accountId, amount, chargeId };
  const transfer = own
    ? await replanTransfer(tx, own.id, made)
    : await insertTransfer(tx, {
        ...made,
        id: transferId,
        donationId,
        userId,
        releaseAt: createdAt,
        adoptedAt: at,
        at: createdAt,
      });
  await bookSent(tx, transfer, { providerId, sentAt: createdAt, at });
  await insertRest(tx, transfer, at);
  await adoptReversals(tx, transfer, reversals);
  await retryLosses(tx, userId, at);
  return null;
}

/** The part of a donation that went back before its transfer was booked has to come back from the account too. */
export async function insertRest(tx: Tx, { id, donationId, amount }: Transfer, at: Date): Promise<void> {
  const { rest, refundReason } = await selectRest(tx, donationId);
  const cause = refundReason === "dispute" ? "dispute" : "refund";
  if (amount > rest) await insertReturn(tx, { transferId: id, amount: amount - rest, cause, at });
}

/**
 * Books what the provider has taken back of a transfer as the returns that are due, each once; what empties an account
 * last, and whole. The caller has locked the donation, the person, the account and the transfer. Returns those that
 * explain no return yet, and how many cents are due beside them.
 */
export async function adoptReversals(
  tx: Tx,
  transfer: Transfer,
  made: readonly ProviderReversal[],
): Promise<{ left: ProviderReversal[]; rest: number }> {
  const { id: transferId, userId } = transfer;
  const booked = await selectReversals(tx, transferId);
  const unknown = made.filter(({ id }) => !booked.has(id));
  const isAll =
    sumOf(unknown) === sumOf(await selectDue(tx, transferId)) && (await selectFree(tx, transferId)) === 0;
  const left: ProviderReversal[] = [];
  // First those that name their return: one made by hand may stand for any.
  const isByHand = (reversal: ProviderReversal) => Number(reversal.transferReturnId === null);
  const inOrder = (a: ProviderReversal, b: ProviderReversal) =>
    isByHand(a) - isByHand(b) || a.createdAt.getTime() - b.createdAt.getTime();
  for (const reversal of unknown.toSorted(inOrder)) {
    const { id, transferReturnId, amount, isRecovery } = reversal;
    const isOwn = (each: TransferReturn) => each.id === transferReturnId;
    const due = (await selectDue(tx, transferId)).filter((each) => isAll || isOwn(each) || !isEmptying(each));
    const alike = due.filter(({ recoversId }) => (recoversId !== null) === isRecovery);
    const one = due.find(isOwn) ?? alike.find((each) => each.amount === amount);
    // By hand all can be taken back that is due.
    const others = transferReturnId === null ? due.filter((each) => !alike.includes(each)) : [];
    const from = one ? [one] : isRecovery ? [] : [...alike, ...others];
    if (sumOf(from) < amount) {
      left.push(reversal);
      continue;
    }
    const at = now();
    let rest = amount;
    for (const each of from) {
      const taken = Math.min(rest, each.amount);
      const providerId = rest === amount ? id : null;
      if (taken > 0) await bookReturn(tx, each, { userId, providerId, at, taken });
      rest -= taken;
    }
    await bookReturned(tx, transfer, at);
  }
  return { left, rest: sumOf(await selectDue(tx, transferId)) - sumOf(left) };
}

/** The transfers of a donation at the provider, oldest first, with those that the books did not have. */
export async function adoptTransfersOf(
  context: PayoutContext,
  provider: PayoutProvider,
  donationId: string,
  claimedId: string | null,
): Promise<{ made: ProviderTransfer[]; problem: string | null }> {
  const found = await provider.findTransfers(donationId);
  const made = found.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  let problem: string | null = null;
  for (const each of made) problem ??= await adoptTransfer(context, provider, each, claimedId);
  return { made, problem };
}
