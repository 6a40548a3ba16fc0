import type { Db } from "@/db/client";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { findReleaseFacts, selectGiftsOf, selectWaiting, sumPaidOut, sumReceived } from "./overview-store";
import { selectPayee } from "./payee-store";
import { HOLDS_MONEY, isReady, payeeState } from "./rules";
import type { Payee, Payouts } from "./schema";
import { selectPayoutPage } from "./statement-store";
import type { PayeeAccount } from "./types";
import { waitingOf } from "./waiting";

export { findReleaseFacts } from "./overview-store";
export { selectWithMoney as listAccountsWithMoney } from "./payee-store";
export { selectUnbooked as listUnbooked } from "./transfer-store";

/** How many payouts are listed. */
const LISTED = 50;

/**
 * Where all the money is that a person ever received (api.md, GET /api/payouts), from one snapshot. Cents: what was
 * received is what waits, is on its way, is in their bank and was given back.
 */
export function payoutsOf(db: Db, { id }: Pick<Viewer, "id">): Promise<Payouts> {
  return db.transaction((tx) => readPayouts(tx, id), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
}

async function readPayouts(tx: Db, userId: string): Promise<Payouts> {
  const at = now();
  const received = await sumReceived(tx, userId);
  const { onTheWay, inBank } = await sumPaidOut(tx, userId);
  const gifts = await selectWaiting(tx, userId, at);
  const facts = await findReleaseFacts(tx, userId);
  const account = await selectPayee(tx, userId);
  const listed = await selectPayoutPage(tx, userId, { limit: LISTED, after: null });
  const paid = await selectGiftsOf(
    tx,
    listed.map(({ id }) => id),
  );
  const waits = waitingOf(
    gifts,
    {
      ...facts,
      isReady: account !== null && isReady(account),
      isMovedByPayout: account !== null && !HOLDS_MONEY[account.provider],
    },
    at,
    env().releaseDay,
  );
  return {
    received,
    onTheWay,
    inBank,
    givenBack: received - waits.waiting - onTheWay - inBank,
    ...waits,
    payee: presentPayee(account),
    payouts: listed.map(({ id, amount, state, arrivesOn, createdAt }) => ({
      id,
      amount,
      state,
      arrivesOn,
      createdAt: createdAt.toISOString(),
      gifts: paid
        .filter(({ payoutId }) => payoutId === id)
        .map((gift) => ({ donationId: gift.donationId, amount: gift.amount })),
    })),
  };
}

function presentPayee(account: PayeeAccount | null): Payee {
  return {
    state: payeeState(account),
    waitsFor: account?.waitsFor ?? "nobody",
    waitsUntil: account?.waitsUntil?.toISOString() ?? null,
    bankLast4: account?.bankLast4 ?? null,
    problem: account?.problem ?? null,
  };
}

/** What a person received and has neither in their bank nor given back, in cents. */
export async function owedTo(db: Db, userId: string): Promise<number> {
  const { onTheWay } = await sumPaidOut(db, userId);
  const gifts = await selectWaiting(db, userId, now());
  return gifts.reduce((sum, { left }) => sum + left, onTheWay);
}
