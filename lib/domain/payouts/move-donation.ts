import type { Db, Tx } from "@/db/client";
import { isStopped } from "@/lib/domain/incidents/stops";
import { checkBeforeMoving } from "@/lib/domain/safety/review";
import { lockErased } from "@/lib/domain/users/guards";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import { gatewayOf } from "@/lib/providers/gateway";
import { PayoutRefused } from "@/lib/providers/payout-provider";
import { adoptTransfersOf, insertRest } from "./adopt-transfer";
import { type Donation, lockDonations, selectDonations } from "./donation-store";
import { askSoon, findOpened } from "./payee-store";
import { providerOf, providersOf } from "./providers";
import { retryLosses } from "./return-store";
import { canMove, HOLDS_MONEY, keyOf, releaseOf, retryAt } from "./rules";
import {
  bookSent,
  cancelTransfer,
  findTransfer,
  insertTransfer,
  leaseTransfer,
  lockAround,
  lockTransfer,
  refuseTransfer,
  type Transfer,
} from "./transfer-store";
import type { PayoutContext } from "./types";

/** The provider does not know the donation's payment, as with demo data, so there is no money to move. */
const PAYMENT_UNKNOWN = "payment_unknown";

/** The provider has another transfer of the donation, which cannot be booked: `doctor` says why. */
const TRANSFER_UNKNOWN = "transfer_unknown";

/**
 * Moves a donation to the account of its recipient, if it can be moved now (payouts.md, The way of the money). Two
 * steps that can be repeated: the transfer is planned, then made. Returns the transfer's state, or `waiting`.
 * @throws ProviderUnavailable
 */
export async function moveDonation(context: PayoutContext, donationId: string): Promise<string> {
  await checkBeforeMoving(context.db, { donationId });
  const planned = await context.db.transaction((tx) => planTransfer(context, tx, donationId));
  return planned === null ? "waiting" : settleTransfer(context, planned);
}

/** Lock order: donation, person, account. Returns the transfer's id; null if the donation cannot be moved now. */
async function planTransfer(context: PayoutContext, tx: Tx, donationId: string): Promise<string | null> {
  await lockDonations(tx, [donationId]);
  const at = now();
  const donation = await findDonation(context, tx, donationId, at);
  await lockErased(tx, donation.userId);
  if (
    !canMove(donation, at, env().releaseDay) ||
    !donation.account ||
    !HOLDS_MONEY[donation.account.provider]
  )
    return null;
  const { id } = await insertTransfer(tx, {
    donationId,
    accountId: donation.account.id,
    userId: donation.userId,
    amount: donation.left,
    chargeId: donation.paymentMethod === donation.account.provider ? donation.chargeId : null,
    releaseAt: releaseOf(donation, env().releaseDay).at,
    at,
  });
  return id;
}

async function findDonation(context: PayoutContext, db: Db, id: string, at: Date): Promise<Donation> {
  const [donation] = await selectDonations(db, [id], { providers: providersOf(context), at });
  if (!donation) throw new Error(`donation ${id} vanished`);
  return donation;
}

/**
 * Makes a planned transfer at the provider and books it. The provider is asked first, every time: a call may have got
 * no answer, and books that were restored from a dump do not know what was sent after it, when the idempotency keys
 * have long expired. What may not move any more is cancelled, unless it was made. Returns the state.
 * @throws ProviderUnavailable
 */
export async function settleTransfer(context: PayoutContext, id: string): Promise<string> {
  const planned = await findTransfer(context.db, id);
  const account = await findOpened(context.db, planned.accountId);
  const provider = providerOf(context, account);
  const chargeId = await findCharge(context, planned, account.provider);
  await checkBeforeMoving(context.db, planned);
  const claim = await context.db.transaction((tx) => claimTransfer(context, tx, id, chargeId));
  if (typeof claim === "string") return claim;
  const { transfer, donation, mayMove } = claim;
  const at = now();
  const { problem } = await adoptTransfersOf(context, provider, transfer.donationId, id);
  const { state } = await findTransfer(context.db, id);
  if (state !== "planned") return state;
  if (problem !== null) {
    await refuseTransfer(context.db, transfer, { problem: TRANSFER_UNKNOWN, checkAt: retryAt(transfer, at) });
    return TRANSFER_UNKNOWN;
  }
  if (!mayMove) {
    await cancelTransfer(context.db, transfer);
    return "cancelled";
  }
  const isSameProvider = donation.paymentMethod === account.provider;
  if (isSameProvider && transfer.chargeId === null) {
    await refuseTransfer(context.db, transfer, {
      problem: PAYMENT_UNKNOWN,
      checkAt: new Date(at.getTime() + DAY),
    });
    return PAYMENT_UNKNOWN;
  }
  try {
    const made = await provider.createTransfer({
      transferId: transfer.id,
      donationId: transfer.donationId,
      account: account.providerAccountId,
      amount: transfer.amount,
      currency: donation.currency,
      chargeId: transfer.chargeId,
      idempotencyKey: transferKey(transfer),
    });
    return await bookTransfer(context, transfer, { providerId: made.id, sentAt: claim.at });
  } catch (error) {
    if (!(error instanceof PayoutRefused)) throw error;
    await refuseTransfer(context.db, transfer, { problem: error.code, checkAt: retryAt(transfer, at) });
    await askSoon(context.db, account.id, at);
    return "refused";
  }
}

/** The charge that a transfer is tied to, read at the provider where it was not stored when the donation settled. */
async function findCharge(
  context: PayoutContext,
  { donationId, state, chargeId }: Transfer,
  provider: PaymentProvider,
): Promise<string | null> {
  if (state !== "planned" || chargeId !== null) return chargeId;
  const { paymentMethod, paymentId } = await findDonation(context, context.db, donationId, now());
  if (paymentMethod !== provider || paymentId === null) return null;
  return (await gatewayOf(context, paymentMethod).findPayment(paymentId))?.chargeId ?? null;
}

function transferKey({ donationId, round, tries }: Transfer): string {
  return keyOf(round === 1 ? `transfer-${donationId}` : `transfer-${donationId}-${round}`, tries);
}

type Claim = { transfer: Transfer; donation: Donation; at: Date; mayMove: boolean };

/** Lock order: donation, person, account, transfer. Returns why there is nothing to do, or what to do. */
async function claimTransfer(
  context: PayoutContext,
  tx: Tx,
  id: string,
  chargeId: string | null,
): Promise<Claim | string> {
  const before = await lockAround(tx, id);
  const { donationId, accountId } = before;
  const at = now();
  if (before.state !== "planned") return before.state;
  if (before.claimedUntil && before.claimedUntil > at) return "busy";
  if (await isStopped(tx, "payouts")) return "stopped";
  const donation = await findDonation(context, tx, donationId, at);
  const isFree =
    canMove({ ...donation, isTaken: false }, at, env().releaseDay) && donation.account?.id === accountId;
  // What may have been made is repeated unchanged, or not at all.
  const mayBeMade = before.claimedUntil !== null;
  const mayMove = isFree && (!mayBeMade || donation.left === before.amount);
  const amount = mayMove ? donation.left : before.amount;
  return { transfer: await leaseTransfer(tx, id, { amount, chargeId, at }), donation, at, mayMove };
}

/**
 * Books a transfer that the provider made, once. The part of it that went back meanwhile has to come back from the
 * account too. Lock order: donation, transfer.
 */
async function bookTransfer(
  { db }: PayoutContext,
  { id, donationId }: Transfer,
  { providerId, sentAt }: { providerId: string; sentAt: Date },
): Promise<string> {
  const at = now();
  await db.transaction(async (tx) => {
    await lockDonations(tx, [donationId]);
    const transfer = await lockTransfer(tx, id);
    if (!(await bookSent(tx, transfer, { providerId, sentAt, at }))) return;
    await insertRest(tx, transfer, at);
    await retryLosses(tx, transfer.userId, at);
  });
  return "sent";
}
