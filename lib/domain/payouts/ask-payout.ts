import type { Tx } from "@/db/client";
import { newId } from "@/db/schema";
import { assertRunning } from "@/lib/domain/incidents/stops";
import { AppError } from "@/lib/ground/errors";
import { orLater } from "@/lib/providers/gateway";
import { lockOwedAccount, makePayout, type OwedAccount } from "./make-payout";
import { selectPayout, selectPayoutDonations } from "./payout-store";
import { presentPayout } from "./queries";
import { MIN_PAYOUT, payoutOf, sumOf } from "./rules";
import type { Payout } from "./schema";
import { settlePayout } from "./settle-payout";
import { findStanding } from "./standing";
import type { PayoutContext } from "./types";
import { openWallet } from "./wallet-account";

/**
 * Pays out what is in the viewer's account at the provider, or what is there of one request, if it is 10.00 or more
 * (payouts.md, The way of the money). `id` is the payout's: a retry continues the same payout. If the provider does not
 * answer now, reconciliation sends it.
 * @throws AppError PAYEE_NOT_READY, ON_HOLD, NOTHING_TO_PAY_OUT, STOPPED
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
  if (!known || known.state === "created") await assertRunning(db, "payouts");
  if (!known) {
    const { by, bank } = await findStanding(db, viewer.id);
    const account = by === "paypal" ? await openWallet(context, viewer.id) : bank;
    if (!by || !account) throw new AppError("PAYEE_NOT_READY");
    await db.transaction(async (tx) => {
      await makeAsked(tx, await lockOwedAccount(context, tx, account.id), { id, requestId });
    });
  }
  await orLater(settlePayout(context, id));
  const payout = await selectPayout(db, id);
  if (!payout) throw new Error(`payout ${id} vanished`);
  return presentPayout(payout, await selectPayoutDonations(db, id));
}

async function makeAsked(
  tx: Tx,
  owedAccount: OwedAccount,
  { id, requestId }: { id: string; requestId: string | undefined },
): Promise<void> {
  if (owedAccount.obstacle === "not_ready") throw new AppError("PAYEE_NOT_READY");
  if (owedAccount.obstacle === "held") throw new AppError("ON_HOLD");
  const asked = owedAccount.requests.filter(
    (each) => requestId === undefined || each.requestId === requestId,
  );
  const due = payoutOf(asked);
  if (sumOf(due.donations) < MIN_PAYOUT) throw new AppError("NOTHING_TO_PAY_OUT");
  await makePayout(tx, owedAccount, { ...due, id, cause: "owner" });
}
