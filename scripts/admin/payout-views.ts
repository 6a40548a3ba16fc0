import type { PlacedHold } from "@/lib/domain/operator/holds";
import type { PayoutCheck } from "@/lib/domain/operator/payout-steps";
import type { MoneyFound, PayoutsFound } from "@/lib/domain/operator/payouts";
import type {
  HoldRecord,
  LossRecord,
  MethodMargin,
  MoneyOfAge,
  PayeeRecord,
  SharedBankAccount,
  StepRecord,
} from "@/lib/domain/operator/types";
import { facts, moment, money, sections, table } from "./text";

/** What waits and what failed. */
export function payoutsText({ reviews, holds, payees, steps, failed, losses }: PayoutsFound): string {
  return sections([
    table(
      ["waits for your yes", "since", "holds"],
      reviews.map(({ personId, placedAt, held }) => [personId, moment(placedAt), money(held)]),
      "No first payout waits for a yes.",
    ),
    holdsText(holds, "No other hold runs."),
    table(
      ["cannot be paid", "owed", "since", "payee", "waits for", "until", "problem"],
      payees.map((payee) => [
        payee.personId,
        money(payee.owed),
        moment(payee.since),
        payee.standing,
        payee.waitsFor,
        moment(payee.waitsUntil),
        payee.problem ?? "",
      ]),
      "Everybody who is owed money can be paid.",
    ),
    stepsText("under way", steps, "Nothing is under way."),
    stepsText("failed", failed, "No payout failed in the last 30 days."),
    lossesText(losses),
  ]);
}

function standingText({ code, by, waitsFor, until }: MoneyFound["standing"]): string {
  const wait =
    waitsFor === "nobody" ? "" : `, waits for ${waitsFor}${until ? ` until ${moment(until)}` : ""}`;
  return `${by === null ? "no" : `by ${by}`}: ${code}${wait}`;
}

/** A person's money. */
export function moneyText(found: MoneyFound): string {
  const { personId, username, standing, payoutsHeldUntil, sums, accounts, holds, gifts, payouts } = found;
  return sections([
    facts([
      ["id", personId],
      ["username", username],
      ["can be paid", standingText(standing)],
      ["owed", money(sums.owed)],
      ["in their account", money(sums.atProvider)],
      ["sent to their bank", money(sums.paidOut)],
      ["our loss", money(sums.lost)],
      ["held after a reset", moment(payoutsHeldUntil)],
    ]),
    payeesText(accounts),
    holdsText(holds, "No holds."),
    table(
      [
        "donation",
        "settled",
        "amount",
        "went back",
        "paid by",
        "state",
        "release",
        "because",
        "donor",
        "transfer",
      ],
      gifts.map((gift) => [
        gift.id,
        moment(gift.settledAt),
        money(gift.amount),
        gift.returnedAmount === 0 ? "" : money(gift.returnedAmount),
        gift.paidBy ?? "–",
        gift.state,
        moment(gift.releaseAt),
        gift.because ?? "",
        gift.anonymous ? `${gift.donorId} (anonymous)` : gift.donorId,
        gift.transferId ?? "–",
      ]),
      "No donations.",
    ),
    stepsText("payout", payouts, "No payouts."),
    gifts.some(({ anonymous }) => anonymous)
      ? "It names donors who are anonymous to others. The audit notes that you looked."
      : "The audit notes that you looked.",
  ]);
}

/** A person's accounts at the providers. */
export function payeesText(accounts: readonly PayeeRecord[]): string {
  return table(
    [
      "account",
      "provider",
      "provider's id",
      "payee",
      "transfers",
      "payouts",
      "waits for",
      "until",
      "problem",
      "bank",
      "asked",
    ],
    accounts.map((account) => [
      account.id,
      `${account.provider} ${account.country}`,
      account.providerAccountId ?? "–",
      account.state,
      account.transfers ?? "–",
      account.payouts ?? "–",
      account.waitsFor,
      moment(account.waitsUntil),
      account.problem ?? "",
      account.bankLast4 ?? "–",
      moment(account.checkedAt),
    ]),
    "No account at a provider.",
  );
}

/** Holds, the lifted ones too. */
export function holdsText(holds: readonly HoldRecord[], none: string): string {
  return table(
    ["hold", "cause", "waits for", "of", "id", "holds", "since", "by", "ends", "lifted", "why"],
    holds.map((hold) => [
      hold.id,
      hold.cause,
      hold.liftedAt ? "–" : hold.waitsFor,
      hold.subject,
      hold.subjectId,
      money(hold.held),
      moment(hold.placedAt),
      hold.placedBy ?? "a rule",
      moment(hold.endsAt),
      hold.liftedAt ? `${moment(hold.liftedAt)} ${hold.liftedBy ?? "a rule"}` : "–",
      hold.decision ?? "",
    ]),
    none,
  );
}

export function approvedText({ personId }: HoldRecord): string {
  return `The payouts of ${personId} are approved: what is free moves within minutes, if nothing else holds it.`;
}

export function heldText({ hold, onTheWay }: PlacedHold): string {
  const until = hold.endsAt ? `until ${moment(hold.endsAt)}` : "until it is lifted";
  const held = `${money(hold.held)} of the ${hold.subject} ${hold.subjectId} is held ${until}: hold ${hold.id}.`;
  return onTheWay === 0
    ? held
    : `${held} ${money(onTheWay)} is on its way to the bank and cannot be stopped.`;
}

export function liftedText({ id, subject, subjectId }: HoldRecord): string {
  return `The hold ${id} of the ${subject} ${subjectId} is lifted.`;
}

/** What asking the provider, or trying again, came to. */
export function checkText({ subject, id, before, after, answer }: PayoutCheck): string {
  const change = before === after ? `It is ${after}` : `It was ${before} and is ${after}`;
  return `${subject} ${id}: ${change}${answer === null ? "" : ` (${answer})`}.`;
}

/** Money by age. */
export function agesText(ages: readonly MoneyOfAge[]): string {
  return sections([
    table(
      ["days", "donations", "people", "owed", "payee not ready", "held", "in their accounts"],
      ages.map(({ from, to, ...age }) => [
        to === null ? `${from} or more` : `${from} to ${to}`,
        String(age.donations),
        String(age.people),
        money(age.owed),
        money(age.notReady),
        money(age.held),
        money(age.moved),
      ]),
      "",
    ),
    "Nothing may be owed for more than 85 days: it goes back to the donors then.",
  ]);
}

/** Bank accounts of several people. */
export function banksText(shared: readonly SharedBankAccount[]): string {
  return table(
    ["bank account", "person", "account", "payee"],
    shared.flatMap(({ bankLast4, accounts }, bank) =>
      accounts.map(({ personId, accountId, state }) => [
        `${bank + 1}: ends in ${bankLast4 ?? "–"}`,
        personId,
        accountId,
        state,
      ]),
    ),
    "No bank account is used by several people.",
  );
}

/** What the service fee brought. */
export function marginsText(margins: readonly MethodMargin[]): string {
  return sections([
    table(
      ["paid by", "donations", "given", "service fee", "fee of one", "went back", "disputes", "losses"],
      margins.map(({ paidBy, donations, given, fees, wentBack, disputes, losses }) => [
        paidBy,
        String(donations),
        money(given),
        money(fees),
        donations === 0 ? "–" : money(Math.round(fees / donations)),
        String(wentBack),
        String(disputes),
        money(losses),
      ]),
      "No donations.",
    ),
    "The provider's own fees are not in the books, except those of disputes: they are losses. docs/payments.md compares them with the service fee.",
  ]);
}

function stepsText(heading: string, steps: readonly StepRecord[], none: string): string {
  return table(
    [heading, "id", "person", "amount", "state", "since", "tries", "next", "provider's id", "why"],
    steps.map((step) => [
      step.kind,
      step.id,
      step.personId,
      money(step.amount),
      step.state,
      moment(step.createdAt),
      String(step.tries),
      moment(step.checkAt),
      step.providerId ?? "–",
      step.problem ?? "",
    ]),
    none,
  );
}

function lossesText(losses: readonly LossRecord[]): string {
  return table(
    ["loss", "person", "donation", "cause", "amount", "recovered", "since"],
    losses.map(({ id, personId, donationId, cause, amount, recovered, at }) => [
      id,
      personId,
      donationId,
      cause,
      money(amount),
      money(recovered),
      moment(at),
    ]),
    "",
  );
}
