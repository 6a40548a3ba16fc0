import type { Db } from "@/db/client";
import type { Standing } from "@/lib/domain/holds/standing-rules";
import { findReleaseFacts } from "@/lib/domain/payouts/queries";
import { findStanding } from "@/lib/domain/payouts/standing";
import type { DonationState } from "@/lib/domain/payouts/types";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { insertAuditEntry } from "./audit-store";
import { donationState } from "./donation-state";
import { selectHolds, selectHoldsOf } from "./holds-store";
import { selectMargins, selectMoneyByAge, selectSharedBankAccounts } from "./money-reports-store";
import { selectDonationsTo, selectPayeesOf, selectUnreadyPayees, sumMoneyOf } from "./money-store";
import { findPerson } from "./people-store";
import { selectFailedPayouts, selectLosses, selectPayoutsOf, selectSteps } from "./steps-store";
import {
  type DonationRecord,
  type HoldRecord,
  type LossRecord,
  type MethodMargin,
  type MoneyOfAge,
  type MoneySums,
  type Operator,
  type PayeeRecord,
  Refusal,
  type SharedBankAccount,
  type StepRecord,
  type UnreadyPayee,
} from "./types";

const FAILED_DAYS = 30;

/** What of the payouts waits or failed. Cents. */
export type PayoutsFound = {
  /** First payouts that wait for an operator's yes. */
  reviews: HoldRecord[];
  /** The other holds that run. */
  holds: HoldRecord[];
  payees: UnreadyPayee[];
  /** Transfers, returns and payouts under way. */
  steps: StepRecord[];
  /** Payouts that failed in the last 30 days. */
  failed: StepRecord[];
  losses: LossRecord[];
};

/** What waits, what failed, and why; people by id only. At most `limit` of each. Cents. */
export async function listPayouts(db: Db, limit: number): Promise<PayoutsFound> {
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
    reviews: held.filter(isReview),
    holds: held.filter((hold) => !isReview(hold)),
    payees,
    steps,
    failed,
    losses,
  };
}

/** A person's money. Cents. */
export type MoneyFound = {
  personId: string;
  username: string;
  /** What they read themselves of whether they can be paid (trust 46). */
  standing: Standing;
  payoutsHeldUntil: Date | null;
  sums: MoneySums;
  accounts: PayeeRecord[];
  holds: HoldRecord[];
  donations: (DonationRecord & { state: DonationState; releaseAt: Date; because: string | null })[];
  payouts: StepRecord[];
};

/**
 * A person's money: every donation with its state, release date and reason, payouts, accounts, holds. It shows who gave
 * anonymously, so the audit records the look. The newest `limit` donations and payouts. Cents.
 * @throws Refusal when there is no such person
 */
export async function lookUpMoney(
  db: Db,
  operator: Operator,
  { reference, limit }: { reference: string; limit: number },
): Promise<MoneyFound> {
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

/** Bank accounts that several people are paid into; people by id only. */
export async function sharedBankAccounts(db: Db): Promise<SharedBankAccount[]> {
  return selectSharedBankAccounts(db);
}

/** What the service fee brought, by what donations were paid with. Cents. */
export async function marginByMethod(db: Db): Promise<MethodMargin[]> {
  return selectMargins(db);
}
