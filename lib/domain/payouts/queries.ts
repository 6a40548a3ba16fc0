import type { Db } from "@/db/client";
import type { StandingCode, Way } from "@/lib/domain/holds/standing-rules";
import { isInReview } from "@/lib/domain/safety/queries";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import {
  findReleaseFacts,
  selectDonationsOf,
  selectWaiting,
  sumPaidOut,
  sumReceived,
} from "./overview-store";
import type { PayoutRow } from "./payout-store";
import { selectLosses } from "./return-store";
import { payeeState } from "./rules";
import type { Payee, Payout, Payouts } from "./schema";
import { findStanding } from "./standing";
import { selectPayoutPage } from "./statement-store";
import { type Place, waitingOf } from "./waiting";

export { findReleaseFacts } from "./overview-store";
export { selectByProviderId as findAccountOf, selectWithMoney as listAccountsWithMoney } from "./payee-store";
export { selectPayout as findPayout } from "./payout-store";
export { selectUnbooked as listUnbooked } from "./transfer-store";

/** How many payouts are listed. */
const LISTED = 50;

/** The key of the sentence for who is being checked (safety.md, Look before money moves); calls say it in words. */
const IN_REVIEW = "payoutsPage.onHold";

/** Nothing is paid out to somebody before another acts. */
const STOPS: StandingCode[] = ["payout_failed", "held", "review"];

/** A payout to the wallet moves what it pays; one to a bank pays what was moved. */
const PAID_FROM: Record<Way, Place[]> = { bank: ["stripe"], paypal: ["platform", "paypal"] };

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
  const donations = await selectWaiting(tx, userId, at);
  const facts = await findReleaseFacts(tx, userId);
  const standing = await findStanding(tx, userId);
  const { lost } = await selectLosses(tx, userId, at);
  const onHold = (await isInReview(tx, userId)) ? { reason: IN_REVIEW } : null;
  const listed = await selectPayoutPage(tx, userId, { limit: LISTED, after: null });
  const paid = await selectDonationsOf(
    tx,
    listed.map(({ id }) => id),
  );
  const waits = waitingOf(
    donations,
    {
      ...facts,
      isReady: standing.by !== null,
      isHeld: STOPS.includes(standing.code),
      isRecovering: lost > 0,
      paidFrom: standing.by === null ? [] : PAID_FROM[standing.by],
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
    onHold,
    payee: presentPayee(standing),
    payouts: listed.map((payout) =>
      presentPayout(
        payout,
        paid.filter(({ payoutId }) => payoutId === payout.id),
      ),
    ),
  };
}

/** A payout as its owner sees it. */
export function presentPayout(
  {
    id,
    amount,
    state,
    arrivesOn,
    createdAt,
  }: Pick<PayoutRow, "id" | "amount" | "state" | "arrivesOn" | "createdAt">,
  donations: readonly { donationId: string; amount: number }[],
): Payout {
  const gifts = donations.map((donation) => ({ donationId: donation.donationId, amount: donation.amount }));
  return { id, amount, state, arrivesOn, createdAt: createdAt.toISOString(), gifts };
}

function presentPayee({ code, by, waitsFor, until, bank }: Awaited<ReturnType<typeof findStanding>>): Payee {
  return {
    standing: code,
    by,
    state: by === "paypal" ? "ready" : payeeState(bank),
    waitsFor,
    waitsUntil: until?.toISOString() ?? null,
    bankLast4: by === "paypal" ? null : (bank?.bankLast4 ?? null),
    problem: by === "paypal" ? null : (bank?.problem ?? null),
  };
}

/**
 * What a person received and has neither in their bank nor given back, in cents; without what stays in an account that
 * was left although its donation went back (C348): neither can ever be.
 */
export async function owedTo(db: Db, userId: string): Promise<number> {
  const { onTheWay } = await sumPaidOut(db, userId);
  const donations = await selectWaiting(db, userId, now());
  const open = donations.filter(({ place, wentBack }) => place !== "closed" || !wentBack);
  return open.reduce((sum, { left }) => sum + left, onTheWay);
}
