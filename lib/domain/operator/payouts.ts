import type { Db } from "@/db/client";
import { findReleaseFacts } from "@/lib/domain/payouts/queries";
import { findStanding } from "@/lib/domain/payouts/standing";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { insertAuditEntry } from "./audit-store";
import { donationState } from "./donation-state";
import { type HoldRecord, selectHolds, selectHoldsOf } from "./holds-store";
import { type MoneyOfAge, selectMoneyByAge } from "./money-reports-store";
import { selectDonationsTo, selectPayeesOf, selectUnreadyPayees, sumMoneyOf } from "./money-store";
import { findPerson } from "./people-store";
import { selectFailedPayouts, selectLosses, selectPayoutsOf, selectSteps } from "./steps-store";
import { type Operator, Refusal } from "./types";

export {
  selectMargins as marginByMethod,
  selectSharedBankAccounts as sharedBankAccounts,
} from "./money-reports-store";

const FAILED_DAYS = 30;

/** What of the payouts waits or failed. Cents. */
export type PayoutsFound = Awaited<ReturnType<typeof listPayouts>>;

/** What waits, what failed, and why; people by id only. At most `limit` of each. Cents. */
export async function listPayouts(db: Db, limit: number) {
  const at = now();
  const [held, payees, steps, failed, losses] = await Promise.all([
    selectHolds(db, at, limit),
    selectUnreadyPayees(db, limit),
    selectSteps(db, limit),
    selectFailedPayouts(db, new Date(at.getTime() - FAILED_DAYS * DAY), limit),
    selectLosses(db, limit),
  ]);
  const isReview = ({ cause }: HoldRecord) => cause === "first_payout";
  return {
    /** First payouts that wait for an operator's yes. */
    reviews: held.filter(isReview),
    /** The other holds that run. */
    holds: held.filter((hold) => !isReview(hold)),
    payees,
    steps,
    failed,
    losses,
  };
}

/** A person's money. Cents. */
export type MoneyFound = Awaited<ReturnType<typeof lookUpMoney>>;

/**
 * A person's money: every donation with its state, release date and reason, payouts, accounts, holds. It shows who gave
 * anonymously, so the audit records the look. The newest `limit` donations and payouts. Cents.
 * @throws Refusal when there is no such person
 */
export async function lookUpMoney(
  db: Db,
  operator: Operator,
  { reference, limit }: { reference: string; limit: number },
) {
  const person = await findPerson(db, reference);
  if (!person) throw new Refusal("Nobody has that username, e-mail address or id.");
  const { id: personId, username, payoutsHeldUntil } = person;
  await insertAuditEntry(db, operator, { action: "look_up_money", subject: "person", subjectId: personId });
  const at = now();
  const [sums, accounts, holds, donations, payouts, release, standing] = await Promise.all([
    sumMoneyOf(db, personId),
    selectPayeesOf(db, personId),
    selectHoldsOf(db, personId),
    selectDonationsTo(db, personId, at, limit),
    selectPayoutsOf(db, personId, limit),
    findReleaseFacts(db, personId),
    findStanding(db, personId),
  ]);
  const { bank: _, ...said } = standing;
  const facts = { ...release, isReady: standing.by !== null };
  const placed = donations.map((donation) => ({ ...donation, ...donationState(donation, facts, at) }));
  return {
    personId,
    username,
    /** What they read themselves of whether they can be paid (trust 46). */
    standing: said,
    payoutsHeldUntil,
    sums,
    accounts,
    holds,
    donations: placed,
    payouts,
  };
}

/** Money that is not on its way to a bank, by how long ago it was given. Cents. */
export async function moneyByAge(db: Db): Promise<MoneyOfAge[]> {
  return selectMoneyByAge(db, now());
}
