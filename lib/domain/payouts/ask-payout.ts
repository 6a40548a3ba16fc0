import type { Tx } from "@/db/client";
import { newId } from "@/db/schema";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { findPayee } from "./check-payee";
import { selectMovable } from "./gift-store";
import { lockPayable, makePayout, type Payable } from "./make-payout";
import { moveGift } from "./move-gift";
import { type PayoutRow, selectPayout, selectPayoutGifts } from "./payout-store";
import { providersOf } from "./providers";
import { MIN_PAYOUT, payoutOf } from "./rules";
import type { Payout } from "./schema";
import { settlePayout } from "./settle-payout";
import type { PayoutContext } from "./types";

/** Donations that are moved before a payout is asked for, at most: each is a call to the provider. */
const MOVED_FIRST = 20;

/**
 * Pays out what is in the viewer's account, or what is there of one request, if it is 10.00 or more (payouts.md, The way
 * of the money). `id` is the payout's: a retry continues the same. What the provider does not answer now is sent by
 * reconciliation.
 * @throws AppError PAYEE_NOT_READY, ON_HOLD, NOTHING_TO_PAY_OUT
 */
export async function askPayout(
  context: PayoutContext,
  viewer: { id: string },
  { requestId }: { requestId?: string | undefined },
  id = newId(),
): Promise<Payout> {
  const { db } = context;
  const known = await selectPayout(db, id);
  if (known && known.userId !== viewer.id) throw new AppError("NOT_FOUND");
  if (!known) {
    const account = await findPayee(db, viewer.id);
    if (!account) throw new AppError("PAYEE_NOT_READY");
    await moveFree(context, viewer.id);
    await db.transaction(async (tx) => {
      await makeAsked(tx, await lockPayable(context, tx, account.id), { id, requestId });
    });
  }
  await ifAnswered(settlePayout(context, id));
  const payout = await selectPayout(db, id);
  if (!payout) throw new Error(`payout ${id} vanished`);
  return presentPayout(payout, await selectPayoutGifts(db, id));
}

/** What was released since housekeeping last ran is part of the payout. */
async function moveFree(context: PayoutContext, userId: string): Promise<void> {
  const free = { providers: providersOf(context), at: now(), userId, limit: MOVED_FIRST };
  for (const { id } of await selectMovable(context.db, free)) await ifAnswered(moveGift(context, id));
}

/** Reconciliation goes on with what the provider did not answer. */
async function ifAnswered(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error;
  });
}

async function makeAsked(
  tx: Tx,
  payable: Payable,
  { id, requestId }: { id: string; requestId: string | undefined },
): Promise<void> {
  if (payable.obstacle === "not_ready") throw new AppError("PAYEE_NOT_READY");
  if (payable.obstacle === "held") throw new AppError("ON_HOLD");
  const asked = payable.requests.filter((each) => requestId === undefined || each.requestId === requestId);
  const due = payoutOf(asked);
  const amount = due.gifts.reduce((sum, gift) => sum + gift.amount, 0);
  if (amount < MIN_PAYOUT) throw new AppError("NOTHING_TO_PAY_OUT");
  await makePayout(tx, payable, { ...due, id, cause: "owner" });
}

/** A payout as its owner sees it. */
function presentPayout(
  { id, amount, state, arrivesOn, createdAt }: PayoutRow,
  gifts: { donationId: string; amount: number }[],
): Payout {
  return {
    id,
    amount,
    state,
    arrivesOn,
    createdAt: createdAt.toISOString(),
    gifts: gifts.map(({ donationId, amount }) => ({ donationId, amount })),
  };
}
