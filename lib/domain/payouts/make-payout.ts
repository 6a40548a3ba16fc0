import type { Tx } from "@/db/client";
import { newId } from "@/db/schema";
import { checkBeforeMoving } from "@/lib/domain/safety/review";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { type Donation, selectDonations } from "./donation-store";
import { findPayeeById, lockAccount } from "./payee-store";
import {
  insertPayout,
  type PayableDonation,
  selectCandidates,
  selectMoved,
  selectRequests,
  selectStops,
} from "./payout-store";
import { providersOf } from "./providers";
import { retryLosses } from "./return-store";
import {
  canMove,
  type DuePayout,
  duePayouts,
  HOLDS_MONEY,
  isReady,
  type PayableRequest,
  releaseOf,
} from "./rules";
import { bookSent, insertTransfer } from "./transfer-store";
import type { PayeeAccount, PayoutContext } from "./types";

/** The owner of an account, and what can be paid out to it, by request. Amounts in cents. */
export type OwedAccount = {
  at: Date;
  account: PayeeAccount;
  /** Why nothing is paid out now, whatever there is. */
  obstacle: "not_ready" | "held" | null;
  requests: PayableRequest<PayableDonation>[];
  /** The donations that this payout itself moves. */
  owed: Map<string, Donation>;
  /** The part that has to make up for losses first. */
  recoverable: number;
};

/**
 * Makes the payouts of an account that are due without being asked for (payouts.md, The way of the money), and returns
 * their ids. They are sent by `settlePayout`.
 */
export async function makePayouts(context: PayoutContext, accountId: string): Promise<string[]> {
  await checkBeforeMoving(context.db, await findPayeeById(context.db, accountId));
  return context.db.transaction(async (tx) => {
    const owedAccount = await lockOwedAccount(context, tx, accountId);
    if (owedAccount.obstacle !== null) {
      await moveForLosses(tx, owedAccount);
      return [];
    }
    const ids: string[] = [];
    for (const due of duePayouts(owedAccount.requests, owedAccount.at)) {
      const id = newId();
      await makePayout(tx, owedAccount, { ...due, id });
      ids.push(id);
    }
    return ids;
  });
}

/** Everything of an account that can be paid out. Lock order: donations, person, account. */
export async function lockOwedAccount(
  context: PayoutContext,
  tx: Tx,
  accountId: string,
): Promise<OwedAccount> {
  const at = now();
  const { userId, provider } = await findPayeeById(tx, accountId);
  const configured = context.payoutProviders[provider];
  const movesItself = configured !== null && !HOLDS_MONEY[provider];
  const candidates = await selectCandidates(tx, { id: accountId, userId, movesItself }, at);
  const donationIds = [...candidates.moved, ...candidates.owed];
  const account = await lockAccount(tx, { donationIds, userId, accountId });
  const locked = new Set(candidates.moved);
  const stops = await selectStops(tx, { userId, accountId }, at);
  const isPaying = isReady(account) && configured !== null && !stops.isErased;
  const donations = await selectDonations(tx, candidates.owed, { providers: providersOf(context), at });
  const owed = donations.filter(
    (donation) => donation.account?.id === accountId && canMove(donation, at, env().releaseDay),
  );
  const payable: PayableDonation[] = [
    ...(await selectMoved(tx, accountId, at)).filter(({ donationId }) => locked.has(donationId)),
    ...owed.map(({ id, requestId, left }) => ({ donationId: id, requestId, transferId: null, amount: left })),
  ];
  const requests = (await selectRequests(tx, userId)).map((request) => {
    const free = payable.filter(({ requestId }) => requestId === request.requestId);
    return { ...request, waiting: request.waiting - free.length, donations: free };
  });
  const obstacle = !isPaying ? "not_ready" : stops.isHeld ? "held" : null;
  return {
    at,
    account,
    obstacle,
    requests,
    owed: new Map(owed.map((donation) => [donation.id, donation])),
    recoverable: stops.recoverable,
  };
}

/** Makes a payout of some donations of an account, which `lockOwedAccount` has locked. */
export async function makePayout(
  tx: Tx,
  { account, owed, at }: OwedAccount,
  { id, cause, requestId, donations }: DuePayout<PayableDonation> & { id: string },
): Promise<void> {
  const { id: accountId, userId } = account;
  const moved: (PayableDonation & { transferId: string })[] = [];
  for (const donation of donations) {
    const transferId =
      donation.transferId ?? (await moveInBooks(tx, accountId, owed.get(donation.donationId), at));
    moved.push({ ...donation, transferId });
  }
  await insertPayout(tx, { id, accountId, userId, requestId, cause, donations: moved, at });
}

/** Moves as many donations in the books as make up for losses: what an account has in the books recovers them. */
async function moveForLosses(tx: Tx, { account, owed, recoverable, at }: OwedAccount): Promise<void> {
  let rest = recoverable;
  for (const donation of owed.values()) {
    if (rest <= 0) break;
    await moveInBooks(tx, account.id, donation, at);
    rest -= donation.left;
  }
  if (rest < recoverable) await retryLosses(tx, account.userId, at);
}

/** Books a transfer to an account without a balance: the payout moves it. */
async function moveInBooks(
  tx: Tx,
  accountId: string,
  donation: Donation | undefined,
  at: Date,
): Promise<string> {
  if (!donation) throw new Error(`a donation to the account ${accountId} is not owed`);
  const { id: donationId, userId, left: amount } = donation;
  const releaseAt = releaseOf(donation, env().releaseDay).at;
  const planned = { donationId, accountId, userId, amount, chargeId: null, releaseAt, at };
  const transfer = await insertTransfer(tx, planned);
  await bookSent(tx, transfer, { providerId: null, sentAt: at, at });
  return transfer.id;
}
