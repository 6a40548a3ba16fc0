import { validate as isUuid } from "uuid";
import type { Tx } from "@/db/client";
import { isStopped } from "@/lib/domain/incidents/stops";
import { choiceOf } from "@/lib/domain/messages/choose-messages";
import { writeMail, writeOperatorMail } from "@/lib/domain/messages/write-messages";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import { PAYOUT_STATES } from "@/lib/ground/vocabulary";
import { CallNotRead } from "@/lib/providers/gateway";
import { type ListedPayout, PayoutRefused, type ProviderPayout } from "@/lib/providers/payout-provider";
import { adoptPayout } from "./adopt-payout";
import { checkAccount } from "./check-payee";
import { holdFailedBank } from "./failed-bank";
import { askSoon, findOpened, findPayeeById, type LockedPayee, lockAccount } from "./payee-store";
import {
  bookFailure,
  bookPayout,
  forgetArrived,
  leasePayout,
  lockPayout,
  notifyDonors,
  notifyOfPayout,
  type PayoutRow,
  refusePayout,
  releasePayout,
  selectBlocked,
  selectPayout,
  selectPayoutDonations,
  selectPayoutOf,
  selectStops,
  setDestination,
  setProgress,
  takeOut,
} from "./payout-store";
import { providerOf } from "./providers";
import { retryLosses, returnUnpaid } from "./return-store";
import {
  HOLDS_MONEY,
  isReady,
  keyOf,
  LEASE,
  nextPayoutCheck,
  PAYOUT_FORGOTTEN_DAYS,
  PAYOUT_TRIED_DAYS,
  PAYOUTS_LISTED_DAYS,
  remedyOf,
  retryAt,
  sumOf,
} from "./rules";
import { lockTransfer } from "./transfer-store";
import type { OpenedAccount, PayoutContext } from "./types";

/** The provider has a payout of ours that cannot be booked: `doctor` says why. */
const PAYOUT_UNKNOWN = "payout_unknown";

/** Settles a payout by the provider's id, for an event; null if none has it (yet). @throws ProviderUnavailable */
export async function settlePayoutOf(
  context: PayoutContext,
  providerPayoutId: string,
): Promise<string | null> {
  const payout = await selectPayoutOf(context.db, providerPayoutId);
  return payout && settlePayout(context, payout.id);
}

/**
 * Sends a payout that is not sent yet, or asks the provider for its state, and brings the books to its answer. Events
 * and reconciliation call it; concurrent and repeated calls are safe. A call that got no answer is asked for first, and
 * found or repeated with its key. Returns the state.
 * @throws ProviderUnavailable
 */
export async function settlePayout(context: PayoutContext, id: string): Promise<string> {
  const payout = await selectPayout(context.db, id);
  if (!payout) return "unknown";
  if (payout.state === "failed") return "failed";
  if (payout.state === "created") return sendPayout(context, payout);
  const account = await findOpened(context.db, payout.accountId);
  const { providerId } = payout;
  const provider = providerOf(context, account);
  const found = providerId === null ? null : await provider.findPayout(account.providerAccountId, providerId);
  return found ? applyPayout(context, id, found) : "unknown";
}

/**
 * Ends a payout whose call got no answer until the provider forgot our id of it, by what an operator found there: the
 * provider's id, which it has to confirm, or null where it was not made, so that its money is free. Returns the state;
 * null if it is no such payout, its last call may be under way, or the provider's is another.
 * @throws ProviderUnavailable
 */
export async function endUnanswered(
  context: PayoutContext,
  id: string,
  providerId: string | null,
): Promise<string | null> {
  const { db } = context;
  const payout = await selectPayout(db, id);
  const at = now();
  if (!payout?.claimedUntil) return null;
  // From then on nothing is called, but the last call may have begun just before, and be under way.
  const forgottenAt = payout.createdAt.getTime() + PAYOUT_FORGOTTEN_DAYS * DAY;
  if (at.getTime() < forgottenAt + LEASE) return null;
  const account = await findOpened(db, payout.accountId);
  if (HOLDS_MONEY[account.provider]) return null;
  if (providerId === null) {
    await refusePayout(db, payout, { problem: "not_made", checkAt: at });
    return settlePayout(context, id);
  }
  const found = await providerOf(context, account).findPayout(account.providerAccountId, providerId);
  return found?.payoutId === id ? applyPayout(context, id, found) : null;
}

/**
 * Books what the provider paid from an account and the books do not have: a call got no answer, or they were restored
 * from a dump of before. Returns what cannot be booked, and why; `claimedId` is the payout that the caller has claimed.
 * @throws ProviderUnavailable
 */
export async function adoptPayouts(
  context: PayoutContext,
  account: OpenedAccount,
  claimedId: string | null = null,
): Promise<{ adopted: number; left: { id: string; why: string }[] }> {
  const { db } = context;
  const provider = providerOf(context, account);
  const since = new Date(now().getTime() - PAYOUTS_LISTED_DAYS * DAY);
  const listed = (await provider.listPayouts(account.providerAccountId, since)) ?? [];
  const left: { id: string; why: string }[] = [];
  let adopted = 0;
  for (const found of listed.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())) {
    const { id, payoutId } = found;
    if (payoutId === null || !isUuid(payoutId)) continue;
    const known = await selectPayout(db, payoutId);
    if (known?.state === "failed" && known.sentAt === null && found.state !== "failed") {
      left.push({ id, why: "withdrawn in the books" });
      continue;
    }
    if (known && known.state !== "created") continue;
    const why = known
      ? await db.transaction((tx) => leavePaid(tx, payoutId, found))
      : await adoptPayout(context, provider, account, { ...found, payoutId }, claimedId);
    if (why !== null) left.push({ id, why });
    else {
      await applyPayout(context, payoutId, found);
      adopted += 1;
    }
  }
  return { adopted, left };
}

/** Takes out of a payout that is not sent in the books what the provider did not pay with it. */
async function leavePaid(tx: Tx, id: string, { amount, donationIds }: ListedPayout): Promise<string | null> {
  const { payout } = await lockAround(tx, id);
  if (payout.state !== "created" || payout.amount === amount) return null;
  const donations = await selectPayoutDonations(tx, id);
  const unpaid = donations.filter(({ donationId }) => donationIds?.includes(donationId) === false);
  const paid = payout.amount - sumOf(unpaid);
  if (paid !== amount) return `its donations come to ${paid} cents`;
  await takeOut(
    tx,
    payout,
    unpaid.map(({ transferId }) => transferId),
    now(),
  );
  return null;
}

async function sendPayout(context: PayoutContext, before: PayoutRow): Promise<string> {
  const { db } = context;
  const { id, accountId } = before;
  const account = await findOpened(db, accountId);
  const provider = providerOf(context, account);
  // The bank account may be another since the last answer, and the event about it lost.
  await checkAccount(context, await findPayeeById(db, accountId));
  const asked = await db.transaction((tx) => claimPayout(tx, id));
  if (typeof asked === "string") return asked;
  let payout = asked;
  const isFirst = before.claimedUntil === null;
  // Asked first, every time: see settleTransfer. Where nothing can be listed, only the same call again shows it.
  if (HOLDS_MONEY[account.provider]) {
    const { left } = await adoptPayouts(context, account, id);
    if (left.length > 0) {
      await refusePayout(db, payout, { problem: PAYOUT_UNKNOWN, checkAt: retryAt(payout, now()) });
      return "refused";
    }
    const again = await db.transaction((tx) => claimPayout(tx, id, asked.claimedUntil));
    if (typeof again === "string") {
      // Nothing was called: a claim that stays would say that the payout may have been made, and keep returns waiting.
      if (again === "stopped" && isFirst) await releasePayout(db, asked);
      return again;
    }
    payout = again;
  }
  const donations = await selectPayoutDonations(db, id);
  try {
    const made = await provider.createPayout({
      payoutId: id,
      cause: payout.cause,
      donationIds: donations.map(({ donationId }) => donationId),
      createdAt: payout.createdAt,
      account: account.providerAccountId,
      amount: payout.amount,
      currency: env().currency,
      idempotencyKey: keyOf(`payout-${id}`, payout.tries),
    });
    return await applyPayout(context, id, made);
  } catch (error) {
    // After a call without an answer the payout may have been made, of which one that was not read says nothing.
    if (!(error instanceof PayoutRefused || (error instanceof CallNotRead && isFirst))) throw error;
    const at = now();
    await refusePayout(db, payout, { problem: error.code, checkAt: retryAt(payout, at) });
    await askSoon(db, account.id, at);
    return "refused";
  }
}

/** Locks a payout and, before it, its donations, its person and its account. */
async function lockAround(tx: Tx, id: string): Promise<{ payout: PayoutRow; account: LockedPayee }> {
  const before = await selectPayout(tx, id);
  if (!before) throw new Error(`payout ${id} vanished`);
  const donationIds = (await selectPayoutDonations(tx, id)).map(({ donationId }) => donationId);
  const account = await lockAccount(tx, { ...before, donationIds });
  return { payout: await lockPayout(tx, id), account };
}

/**
 * Claims a payout that is not sent for this server, without what must not be paid out any more. One that is to be asked
 * for is left as it is, and one whose call got no answer, until it is claimed again with its `lease`: it was not made.
 * Returns why there is nothing to do, or the payout.
 */
async function claimPayout(tx: Tx, id: string, lease: Date | null = null): Promise<PayoutRow | string> {
  const { payout, account } = await lockAround(tx, id);
  const at = now();
  if (payout.state !== "created") return payout.state;
  const isClaimed = payout.claimedUntil !== null;
  // Asking may have taken longer than the lease: another server may be calling.
  const isOurs = lease !== null && payout.claimedUntil?.getTime() === lease.getTime();
  if (lease !== null && !isOurs) return "busy";
  if (!isOurs && payout.claimedUntil && payout.claimedUntil > at) return "busy";
  const isHalted = await isStopped(tx, "payouts");
  // What a call may have made is booked all the same; after this a call makes it.
  if (!isOurs && HOLDS_MONEY[account.provider] && (isClaimed || !isHalted))
    return leasePayout(tx, id, { at });
  if (isHalted) return "stopped";
  if (!isOurs && isClaimed) return leasePayout(tx, id, { at });
  const stops = await selectStops(tx, payout, at);
  const donations = (await selectPayoutDonations(tx, id)).map(({ transferId }) => transferId);
  const age = at.getTime() - payout.createdAt.getTime();
  const isTooOld = !HOLDS_MONEY[account.provider] && age >= PAYOUT_TRIED_DAYS * DAY;
  const isBlocked = !isReady(account) || stops.isHeld || stops.isErased || isTooOld;
  const blocked = isBlocked ? donations : await selectBlocked(tx, id, at);
  const isLeft = await takeOut(tx, payout, blocked, at);
  for (const transferId of blocked) await returnUnpaid(tx, await lockTransfer(tx, transferId), at);
  // What is free again may make up for them.
  if (blocked.length > 0) await retryLosses(tx, payout.userId, at);
  if (!isLeft) return "withdrawn";
  return leasePayout(tx, id, { at, isChanged: isClaimed && blocked.length > 0 });
}

/** The order of a payout's states; it never goes back, except that what was paid can fail. */
const RANK = Object.fromEntries(PAYOUT_STATES.map((state, rank) => [state, rank]));

/** Brings the books to what the provider says of a payout. Lock order: donations, person, account, payout. */
async function applyPayout(context: PayoutContext, id: string, found: ProviderPayout): Promise<string> {
  const at = now();
  return context.db.transaction(async (tx) => {
    const { payout, account } = await lockAround(tx, id);
    if (payout.state === "failed") return "failed";
    if (found.amount !== payout.amount) throw new Error(`payout ${id} has another amount at the provider`);
    const { destination } = found;
    if (payout.state === "created" || (payout.destination === null && destination !== null)) {
      // If another bank account was entered since the account was last asked about, its number is not known.
      const bankHash = destination === account.bankId ? account.bankHash : null;
      await setDestination(tx, payout, { destination, bankHash });
    }
    if (payout.state === "created") await bookPayout(tx, payout, { providerId: found.id, at });
    if (found.state === "failed") {
      await applyFailure(tx, payout, { failureCode: found.failureCode, at });
      return "failed";
    }
    const state = (RANK[found.state] ?? 0) > (RANK[payout.state] ?? 0) ? found.state : payout.state;
    const isPaid = state === "paid";
    const paidAt = isPaid ? (payout.paidAt ?? at) : null;
    const checkAt = nextPayoutCheck(paidAt, at);
    const arrivesOn = found.arrivesOn ?? payout.arrivesOn;
    const traceId = found.traceId ?? payout.traceId;
    await setProgress(tx, id, { state, arrivesOn, traceId, paidAt, checkAt });
    if (isPaid && payout.state !== "paid") {
      await announcePayout(tx, payout, "paid", at);
      await notifyDonors(tx, id, at);
    }
    if (!isPaid && payout.state === "created") await announcePayout(tx, payout, "on_the_way", at);
    if (checkAt === null) await retryLosses(tx, payout.userId, at);
    return state;
  });
}

/**
 * Books a payout that failed, also after it was paid. Nothing more moves to the bank account that it went to until the
 * person has done what the message asks for.
 */
async function applyFailure(
  tx: Tx,
  payout: PayoutRow,
  { failureCode, at }: { failureCode: string | null; at: Date },
): Promise<void> {
  const { id, userId, accountId } = payout;
  await bookFailure(tx, payout, { failureCode, at });
  if (payout.state === "paid") await forgetArrived(tx, id);
  for (const { transferId } of await selectPayoutDonations(tx, id)) {
    await returnUnpaid(tx, await lockTransfer(tx, transferId), at);
  }
  await holdFailedBank(tx, { id: accountId, userId }, at);
  await askSoon(tx, accountId, at);
  await announcePayout(tx, payout, "failed", at);
  const facts = { payout: id, code: failureCode, "what ends it": remedyOf(failureCode) };
  await writeOperatorMail(tx, { about: "payout_failed", cause: id, reference: userId, at, facts });
  await retryLosses(tx, userId, at);
}

/**
 * Informs the recipient of the result of a payout by a message; of its end also in the application, unless they
 * switched that off. A failure is always shown, because they have to do something.
 */
async function announcePayout(
  tx: Tx,
  payout: PayoutRow,
  state: "on_the_way" | "paid" | "failed",
  at: Date,
): Promise<void> {
  const { id, userId } = payout;
  const kind = `payout_${state}` as const;
  await writeMail(tx, { kind, cause: id, userId, at });
  if (state === "on_the_way") return;
  const { inApp } = await choiceOf(tx, userId, kind);
  if (inApp || state === "failed") await notifyOfPayout(tx, payout, state, at);
}
