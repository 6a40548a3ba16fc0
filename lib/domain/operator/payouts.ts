import type { Db } from "@/db/client";
import { findReleaseFacts } from "@/lib/domain/payouts/queries";
import { type ReleaseFacts, releaseOf } from "@/lib/domain/payouts/rules";
import { findStanding } from "@/lib/domain/payouts/standing";
import type { DonationState } from "@/lib/domain/payouts/types";
import { allOf } from "@/lib/ground/all-of";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import { insertAuditEntry } from "./audit-store";
import { type HoldRecord, selectHolds, selectHoldsOf } from "./holds-store";
import { selectMoneyByAge } from "./money-reports-store";
import {
  type DonationRecord,
  selectDonationsWithPayouts,
  selectPayeesOf,
  selectUnreadyPayees,
  sumMoneyOf,
} from "./money-store";
import { assertNotOwn } from "./operators";
import { listOf, type Part } from "./pages-store";
import { requirePerson } from "./people-store";
import {
  type StepRecord,
  selectFailedPayouts,
  selectLosses,
  selectPayoutsOf,
  selectSteps,
} from "./steps-store";
import type { Operator } from "./types";

export {
  selectMargins as marginByMethod,
  selectSharedBankAccounts as sharedBankAccounts,
} from "./money-reports-store";

const FAILED_DAYS = 30;

/** Payouts that wait or failed, as lists: people by id only. Cents. */
export const PAYOUT_LISTS = {
  /** First payouts that wait for an operator's yes. */
  reviews: listOf((db, part: Part) => selectHolds(db, { at: now(), isReview: true, ...part }), placed),
  /** The other holds that run. */
  holds: listOf((db, part: Part) => selectHolds(db, { at: now(), isReview: false, ...part }), placed),
  payees: listOf(selectUnreadyPayees, ({ since, personId }) => [since, personId]),
  steps: listOf(selectSteps, created),
  failed: listOf(
    (db, part: Part) =>
      selectFailedPayouts(db, { since: new Date(now().getTime() - FAILED_DAYS * DAY), ...part }),
    created,
  ),
  losses: listOf(selectLosses, ({ at, id }) => [at, id]),
};

function placed({ placedAt, id }: HoldRecord) {
  return [placedAt, id] as const;
}

function created({ createdAt, id }: StepRecord) {
  return [createdAt, id] as const;
}

/** What waits, what failed, and why; people by id only. At most `limit` of each. Cents. */
export async function listPayouts(db: Db, limit: number) {
  const { reviews, holds, payees, steps, failed, losses } = PAYOUT_LISTS;
  return {
    reviews: (await reviews(db, { limit })).items,
    holds: (await holds(db, { limit })).items,
    payees: (await payees(db, { limit })).items,
    steps: (await steps(db, { limit })).items,
    failed: (await failed(db, { limit })).items,
    losses: (await losses(db, { limit })).items,
  };
}

/** A person's money. Cents. */
export type MoneyFound = Awaited<ReturnType<typeof lookUpMoney>>;

/**
 * A person's money: every donation with its state, release date and reason, payouts, accounts, holds. It shows who gave
 * anonymously, so the audit records it. The newest `limit` donations and payouts. Cents.
 * @throws Refusal when there is no such person, or it is the operator
 */
export async function lookUpMoney(
  db: Db,
  operator: Operator,
  { reference, limit }: { reference: string; limit: number },
) {
  const person = await requirePerson(db, reference);
  const { id: personId, username, payoutsHeldUntil } = person;
  assertNotOwn(operator, [personId]);
  await insertAuditEntry(db, operator, { action: "look_up_money", subject: "person", subjectId: personId });
  const at = now();
  const { release, standing, donations, ...money } = await allOf({
    sums: sumMoneyOf(db, personId),
    accounts: selectPayeesOf(db, personId),
    holds: selectHoldsOf(db, personId, { reader: operator.id }),
    donations: selectDonationsWithPayouts(db, personId, { at, limit, reader: operator.id }),
    payouts: selectPayoutsOf(db, personId, limit),
    release: findReleaseFacts(db, personId),
    standing: findStanding(db, personId),
  });
  const { bank: _, ...said } = standing;
  const facts = { ...release, isReady: standing.by !== null };
  return {
    personId,
    username,
    /** What they read themselves of whether they can be paid (trust 46). */
    standing: said,
    payoutsHeldUntil,
    ...money,
    donations: donations.map((donation) => ({ ...donation, ...donationState(donation, facts, at) })),
  };
}

/** Money that is not on its way to a bank, by how long ago it was given. Cents. */
export const moneyByAge = (db: Db) => selectMoneyByAge(db, now());

/** What the states of a person's donations depend on beside each donation. */
type RecipientFacts = Pick<ReleaseFacts, "firstPayoutAt" | "heldUntil"> & { isReady: boolean };

/**
 * Where a donation's money is (payouts.md, States), when it can be moved, and why it is where it is, in a few words for
 * an operator.
 */
function donationState(
  donation: DonationRecord,
  { isReady, ...recipient }: RecipientFacts,
  at: Date,
): { state: DonationState; releaseAt: Date; because: string | null } {
  const { settledAt, paidBy, refundReason, holds } = donation;
  const release = releaseOf({ settledAt, paidBy: paidBy ?? "other", ...recipient }, env().releaseDay);
  const is = (state: DonationState, because: string | null) => ({ state, releaseAt: release.at, because });
  if (donation.paymentStatus === "refunded") return is("returned", refundReason);
  if (refundReason !== null) return is("frozen", `refund due: ${refundReason}`);
  if (donation.payoutState === "paid") return is("paid_out", null);
  if (donation.payoutState !== null) return is("moved", `payout ${donation.payoutState}`);
  if (holds.length > 0) return is("frozen", `hold: ${holds.join(", ")}`);
  if (donation.transferState === "sent") return is("moved", "no payout yet");
  if (release.at > at) return is("waiting", release.reason);
  if (!isReady) return is("free", "payee not ready");
  return is("free", donation.transferProblem ?? donation.transferState);
}
