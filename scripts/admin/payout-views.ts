import type { marginOf } from "@/lib/domain/operator/bookkeeping";
import type { PlacedHold } from "@/lib/domain/operator/holds";
import type { HoldRecord } from "@/lib/domain/operator/holds-store";
import type { MethodMargin, MoneyOfAge } from "@/lib/domain/operator/money-reports-store";
import type { PayoutCheck } from "@/lib/domain/operator/payout-steps";
import type { MoneyFound, PayoutsFound } from "@/lib/domain/operator/payouts";
import type { LossRecord, StepRecord } from "@/lib/domain/operator/steps-store";
import type { PayeeRecord, SharedBankAccount } from "@/lib/domain/operator/types";
import { facts, moment, money, sections, table } from "./text";

/** What waits and what failed. */
export function payoutsText({ reviews, holds, payees, steps, failed, losses }: PayoutsFound): string {
  return sections([
    table(reviews, "No first payout waits for a yes.", {
      "waits for your yes": "personId",
      since: "placedAt",
      holds: ({ held }) => money(held),
    }),
    holdsText(holds, "No other hold runs."),
    table(payees, "Everybody who is owed money can be paid.", {
      "cannot be paid": "personId",
      owed: ({ owed }) => money(owed),
      since: "since",
      payee: "standing",
      "waits for": "waitsFor",
      until: "waitsUntil",
      problem: ({ problem }) => problem ?? "",
    }),
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
  const { personId, username, standing, payoutsHeldUntil, sums, accounts, holds, donations, payouts } = found;
  return sections([
    facts({
      id: personId,
      username,
      "can be paid": standingText(standing),
      owed: money(sums.owed),
      "in their account": money(sums.atProvider),
      "sent to their bank": money(sums.paidOut),
      "our loss": money(sums.lost),
      "held after a reset": payoutsHeldUntil,
    }),
    payeesText(accounts),
    holdsText(holds, "No holds."),
    table(donations, "No donations.", {
      donation: "id",
      settled: "settledAt",
      amount: ({ amount }) => money(amount),
      "went back": ({ returnedAmount }) => (returnedAmount === 0 ? "" : money(returnedAmount)),
      "paid by": "paidBy",
      state: "state",
      release: "releaseAt",
      because: ({ because }) => because ?? "",
      donor: ({ anonymous, donorId }) =>
        donorId === null ? "a guest" : anonymous ? `${donorId} (anonymous)` : donorId,
      transfer: "transferId",
    }),
    stepsText("payout", payouts, "No payouts."),
    donations.some(({ anonymous }) => anonymous)
      ? "It names donors who are anonymous to others. The audit notes that you looked."
      : "The audit notes that you looked.",
  ]);
}

/** A person's accounts at the providers. */
export function payeesText(accounts: readonly PayeeRecord[]): string {
  return table(accounts, "No account at a provider.", {
    account: "id",
    provider: ({ provider, country }) => `${provider} ${country}`,
    "provider's id": "providerAccountId",
    payee: "state",
    transfers: "transfers",
    payouts: "payouts",
    "waits for": "waitsFor",
    until: "waitsUntil",
    problem: ({ problem }) => problem ?? "",
    bank: "bankLast4",
    asked: "checkedAt",
  });
}

/** Holds, the lifted ones too. */
export function holdsText(holds: readonly HoldRecord[], none: string): string {
  return table(holds, none, {
    hold: "id",
    cause: "cause",
    "waits for": ({ liftedAt, waitsFor }) => (liftedAt ? null : waitsFor),
    of: "subject",
    id: "subjectId",
    holds: ({ held }) => money(held),
    since: "placedAt",
    by: ({ placedBy }) => placedBy ?? "a rule",
    ends: "endsAt",
    lifted: ({ liftedAt, liftedBy }) => liftedAt && `${moment(liftedAt)} ${liftedBy ?? "a rule"}`,
    why: ({ decision }) => decision ?? "",
  });
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

/** The result of asking the provider, or of trying again. */
export function checkText({ subject, id, before, after, answer }: PayoutCheck): string {
  const change = before === after ? `It is ${after}` : `It was ${before} and is ${after}`;
  return `${subject} ${id}: ${change}${answer === null ? "" : ` (${answer})`}.`;
}

/** Money by age. */
export function agesText(ages: readonly MoneyOfAge[]): string {
  return sections([
    table(ages, "", {
      days: ({ from, to }) => (to === null ? `${from} or more` : `${from} to ${to}`),
      donations: "donations",
      people: "people",
      owed: ({ owed }) => money(owed),
      "payee not ready": ({ notReady }) => money(notReady),
      held: ({ held }) => money(held),
      "in their accounts": ({ moved }) => money(moved),
    }),
    "Nothing may be owed for more than 85 days: it goes back to the donors then.",
  ]);
}

/** Bank accounts of several people. */
export function banksText(shared: readonly SharedBankAccount[]): string {
  const accounts = shared.flatMap(({ bankLast4, accounts: of }, bank) =>
    of.map((account) => ({ ...account, bank: `${bank + 1}: ends in ${bankLast4 ?? "–"}` })),
  );
  return table(accounts, "No bank account is used by several people.", {
    "bank account": "bank",
    person: "personId",
    account: "accountId",
    payee: "state",
  });
}

/** What the service fee brought. */
export function marginsText(margins: readonly MethodMargin[]): string {
  return sections([
    table(margins, "No donations.", {
      "paid by": "paidBy",
      donations: "donations",
      given: ({ given }) => money(given),
      "service fee": ({ fees }) => money(fees),
      "fee of one": ({ donations, fees }) => (donations === 0 ? null : money(Math.round(fees / donations))),
      "went back": "wentBack",
      disputes: "disputes",
      losses: ({ losses }) => money(losses),
    }),
    "The provider's own fees are not in the books, except those of disputes: they are losses. `payouts margin` with a month shows them.",
  ]);
}

/** What a month's service fees brought. */
export function monthMarginsText({ methods, otherCosts }: Awaited<ReturnType<typeof marginOf>>): string {
  const told = (cents: number | null) => (cents === null ? "not told" : money(cents));
  return sections([
    table(methods, "No donations.", {
      "paid by": "paidBy",
      provider: "provider",
      donations: "donations",
      given: ({ given }) => money(given),
      "service fee": ({ fees }) => money(fees),
      "provider's cost": ({ cost }) => told(cost),
      margin: ({ margin }) => told(margin),
    }),
    `The provider's other costs: ${money(otherCosts)}.`,
  ]);
}

function stepsText(heading: string, steps: readonly StepRecord[], none: string): string {
  return table(steps, none, {
    [heading]: "kind",
    id: "id",
    person: "personId",
    amount: ({ amount }) => money(amount),
    state: "state",
    since: "createdAt",
    tries: "tries",
    next: "checkAt",
    "provider's id": "providerId",
    why: ({ problem }) => problem ?? "",
  });
}

function lossesText(losses: readonly LossRecord[]): string {
  return table(losses, "", {
    loss: "id",
    person: "personId",
    donation: "donationId",
    cause: "cause",
    amount: ({ amount }) => money(amount),
    recovered: ({ recovered }) => money(recovered),
    since: "at",
  });
}
