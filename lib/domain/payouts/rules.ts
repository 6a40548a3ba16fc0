import { DAY, HOUR } from "@/lib/ground/durations";
import type { PaidBy, PayeeState, PaymentProvider, PayoutCause } from "@/lib/ground/vocabulary";
import type { PayeeAccount, PayoutFailure, PayoutRemedy } from "./types";

/** Days from the settlement until a donation can be moved, by what it was paid with (payouts.md, Release). */
export const RELEASE_DAYS: Record<PaidBy, number> = {
  ideal: 2,
  bancontact: 2,
  card_authenticated: 5,
  card: 10,
  wero: 10,
  wallet: 10,
  other: 10,
};

/** More days for the donations that settle before a person's first payout. */
export const FIRST_PAYOUT_DAYS = 5;

/** Days that nothing is moved after the bank account was changed. */
export const NEW_BANK_ACCOUNT_DAYS = 7;

/** The smallest payout that an owner can ask for, in cents. */
export const MIN_PAYOUT = 1_000;

/** A payout is made by itself this many days after the last donation. */
export const QUIET_DAYS = 14;

/** … and this many days after the first one that waits, so that a request with many donations is paid before day 85. */
const LONGEST_DAYS = 60;

/** Days since the first donation that is owed to somebody who cannot be paid (payouts.md, Not verified). */
export const REMINDER_DAYS = [1, 7, 21] as const;
export const DONATIONS_PAUSED_DAYS = 30;
export const DONORS_NOTIFIED_DAYS = 60;
export const GIVEN_BACK_DAYS = 85;

/** Days since a donation that was not paid out, whatever the reason: the operator gets mail, then `doctor` fails. */
export const OPERATOR_NOTIFIED_DAYS = 60;

/** Days that a donation has to be paid out after its dispute was won, if it is older than 85 days by then. */
export const AFTER_DISPUTE_DAYS = 7;

/** When what somebody is owed goes back, if it cannot be paid out until then. */
export function givenBackOn(firstOwedAt: Date): Date {
  return new Date(firstOwedAt.getTime() + GIVEN_BACK_DAYS * DAY);
}

/** Where received money can be, in the order of the sentence about it (payouts.md, Screens). */
export const MONEY_PARTS = ["waiting", "onTheWay", "inBank", "givenBack"] as const;
export const MONEY_SUMS = ["received", ...MONEY_PARTS] as const;

/** Where received money is now, in cents: `received` is the sum of the others. */
export type MoneySums = Record<(typeof MONEY_SUMS)[number], number>;

export type ReleaseFacts = {
  settledAt: Date;
  paidBy: PaidBy;
  /** When the recipient's first payout arrived; null if there is none yet. */
  firstPayoutAt: Date | null;
  /** Until when nothing is moved after a reset password or a new bank account. */
  heldUntil: Date | null;
};

/** What decides when a donation can be moved. */
export const RELEASE_REASONS = ["method", "first_payout", "new_details"] as const;

/** When a donation can be moved, and what decides about it. */
export type Release = { at: Date; reason: (typeof RELEASE_REASONS)[number] };

/**
 * The release of a donation (payouts.md, Release): one rule for the screen and for the worker. `dayLength` in
 * milliseconds is shorter in a demo (`env().releaseDay`).
 */
export function releaseOf(
  { settledAt, paidBy, firstPayoutAt, heldUntil }: ReleaseFacts,
  dayLength = DAY,
): Release {
  const isFirst = firstPayoutAt === null || firstPayoutAt > settledAt;
  const days = RELEASE_DAYS[paidBy] + (isFirst ? FIRST_PAYOUT_DAYS : 0);
  const at = new Date(settledAt.getTime() + days * dayLength);
  if (heldUntil !== null && heldUntil > at) return { at: heldUntil, reason: "new_details" };
  return { at, reason: isFirst ? "first_payout" : "method" };
}

/** A donor can take a donation back for at least this long, in days (giving.md, Take back). */
const TAKE_BACK_DAYS = 1;

/** Until when a donor can take a donation back: while it waits for its release. */
export function takeBackUntil(facts: ReleaseFacts, dayLength = DAY): Date {
  const least = new Date(facts.settledAt.getTime() + TAKE_BACK_DAYS * dayLength);
  const { at } = releaseOf(facts, dayLength);
  return at > least ? at : least;
}

/** Who takes back so many donations within so many days takes none back for as many days. */
export const TAKE_BACKS = { max: 3, days: 30 } as const;

/** When a donor may take back again; null if they may now. `times` of what they took back, latest first. */
export function takeBackEndedUntil(times: readonly Date[], at: Date): Date | null {
  const [latest] = times;
  const first = times[TAKE_BACKS.max - 1];
  const span = TAKE_BACKS.days * DAY;
  if (!latest || !first || latest.getTime() - first.getTime() > span) return null;
  const until = new Date(latest.getTime() + span);
  return until > at ? until : null;
}

/** The state of a payee (payouts.md, States). Ready only when transfers and payouts are active. */
export function payeeState(account: PayeeAccount | null): PayeeState {
  if (!account) return "none";
  if (account.closedAt) return "closed";
  const states = [account.transfers, account.payouts];
  if (states.some((state) => state === "rejected" || state === "unsupported")) return "stopped";
  if (account.waitsFor === "owner") return account.submittedAt ? "asked" : "started";
  if (isReady(account)) return "ready";
  // Nothing is asked of anybody: only the provider can end it.
  if (account.waitsFor === "nobody" && states.includes("restricted")) return "stopped";
  return account.submittedAt ? "checking" : "started";
}

/** Whether an account can be transferred to and paid out from. A request for more data with a deadline leaves it so. */
export function isReady({
  transfers,
  payouts,
  closedAt,
}: Pick<PayeeAccount, "transfers" | "payouts" | "closedAt">): boolean {
  return closedAt === null && transfers === "active" && payouts === "active";
}

/** What the provider's code of a failed payout means to the person (Stripe, Payout failures); `other` without one. */
const FAILURES: Record<string, PayoutFailure> = {
  account_closed: "closed",
  account_frozen: "closed",
  bank_account_restricted: "closed",
  bank_ownership_changed: "closed",
  invalid_account_number: "number",
  invalid_account_number_length: "number",
  no_account: "number",
  incorrect_account_holder_name: "name",
  incorrect_account_holder_details: "name",
};

/**
 * Codes that say that the bank account is the problem: it is never paid to again (Stripe, Payout failures). The owner
 * gives another one.
 */
export const ANOTHER_ACCOUNT: readonly string[] = [
  ...Object.keys(FAILURES),
  "debit_not_authorized",
  "invalid_currency",
  "unsupported_card",
];

/** Codes that say that the platform or the provider is the problem: an operator has to act. Capitals: PayPal's. */
const OPERATORS_PROBLEM = new Set([
  "insufficient_funds",
  "canceled",
  "INSUFFICIENT_FUNDS",
  "DENIED",
  "CANCELED",
  "SENDER_ACCOUNT_LOCKED",
  "SENDER_ACCOUNT_UNVERIFIED",
  "SENDER_RESTRICTED",
  "SPENDING_LIMIT_EXCEEDED",
]);

/** What ends the hold after a failed payout, and is what its message asks for (trust 45). */
export function remedyOf(code: string | null): PayoutRemedy {
  if (code === null) return "same_account";
  if (ANOTHER_ACCOUNT.includes(code)) return "another_account";
  return OPERATORS_PROBLEM.has(code) ? "operator" : "same_account";
}

export function payoutFailure(code: string | null): PayoutFailure {
  return (code !== null && Object.hasOwn(FAILURES, code) && FAILURES[code]) || "other";
}

/** Whole days since the first donation that is owed. */
export function daysOwed(firstOwedAt: Date, at: Date): number {
  return Math.floor((at.getTime() - firstOwedAt.getTime()) / DAY);
}

/** The provider is asked about an account this long after its owner went to the provider's page, in milliseconds. */
export const PAYEE_CHECK_AFTER = HOUR / 4;

/**
 * When the provider is asked about an account again: daily once it can be paid, before that after a quarter of its age,
 * between 15 minutes and a day.
 */
export function nextPayeeCheck(account: { createdAt: Date; isReady: boolean }, at: Date): Date {
  const quarter = Math.max(PAYEE_CHECK_AFTER, (at.getTime() - account.createdAt.getTime()) / 4);
  return new Date(at.getTime() + (account.isReady ? DAY : Math.min(quarter, DAY)));
}

/**
 * How long a payout that is paid can still fail, in days: five business days (payouts.md, Provider facts), which are
 * eleven around Easter and the turn of the year.
 */
export const PAYOUT_FAILS_DAYS = 14;
const PAYOUT_CHECKED_HOURLY_DAYS = 7;

/** When the provider is asked about a payout again, in case its event is lost; null once it cannot fail any more. */
export function nextPayoutCheck(paidAt: Date | null, at: Date): Date | null {
  if (!paidAt) return new Date(at.getTime() + HOUR);
  const age = at.getTime() - paidAt.getTime();
  const left = PAYOUT_FAILS_DAYS * DAY - age;
  const wait = age < PAYOUT_CHECKED_HOURLY_DAYS * DAY ? HOUR : DAY;
  return left > 0 ? new Date(at.getTime() + Math.min(wait, left)) : null;
}

/** The countries whose banks are paid in euros (SEPA) and that the provider of bank payouts serves, ISO 3166-1. */
export const PAYEE_COUNTRIES = [
  "AT",
  "BE",
  "BG",
  "CH",
  "CY",
  "CZ",
  "DE",
  "DK",
  "EE",
  "ES",
  "FI",
  "FR",
  "GB",
  "GR",
  "HR",
  "HU",
  "IE",
  "IT",
  "LI",
  "LT",
  "LU",
  "LV",
  "MT",
  "NL",
  "NO",
  "PL",
  "PT",
  "RO",
  "SE",
  "SI",
  "SK",
] as const;

type ZonedLocale = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] | undefined };

/** The deployment's own country: the one with its time zone. */
export function homeCountry(timeZone: string): string {
  const isHome = (country: string) => {
    const locale = new Intl.Locale("und", { region: country }) as ZonedLocale;
    return (locale.getTimeZones?.() ?? locale.timeZones ?? []).includes(timeZone);
  };
  return PAYEE_COUNTRIES.find(isHome) ?? "NL";
}

/**
 * Providers with an account of the payee that has a balance: a donation is transferred to it, and comes back from it.
 * Without one (PayPal) a payout pays from the platform, and a transfer is a movement of the books only.
 */
export const HOLDS_MONEY: Record<PaymentProvider, boolean> = { stripe: true, paypal: false };

/** Where the money of a payout goes, as the catalogues choose by it. */
export const DESTINATION: Record<PaymentProvider, "bank" | "paypal"> = { stripe: "bank", paypal: "paypal" };

/** How old the platform's balance can be that a provider answers, in milliseconds (PayPal, List all balances). */
export const BALANCE_AGE: Record<PaymentProvider, number> = { stripe: 0, paypal: 3 * HOUR };

/**
 * A payout that its provider can find only for 30 days, and not by our id (PayPal), is not tried for longer
 * than this, in days: another takes its place.
 */
export const PAYOUT_TRIED_DAYS = 20;

/** After this a provider that lists no payouts does not know our id of one any more, in days: it would pay twice. */
export const PAYOUT_FORGOTTEN_DAYS = 30;

/** For so many days back the payouts of an account are listed: longer than any dump is kept (operations.md). */
export const PAYOUTS_LISTED_DAYS = 90;

/** For so long one server alone works on a transfer, a return or a payout, in milliseconds. Calls end long before. */
export const LEASE = HOUR / 12;

/** When something that was refused is tried again: after a quarter of its age, between a minute and an hour. */
export function retryAt({ createdAt }: { createdAt: Date }, at: Date): Date {
  const quarter = (at.getTime() - createdAt.getTime()) / 4;
  return new Date(at.getTime() + Math.min(Math.max(quarter, HOUR / 60), HOUR));
}

/**
 * The provider's idempotency key of a row. A refused call changed nothing and keeps its answer, so that the next one
 * has another key; a call without an answer is repeated with its own.
 */
export function keyOf(name: string, tries: number): string {
  return tries === 0 ? name : `${name}-try-${tries + 1}`;
}

/** What decides whether a donation can be moved now. */
export type MoveFacts = {
  /** What is left of it, in cents. */
  left: number;
  isOwed: boolean;
  /** A refund is due, or was made. */
  isGoingBack: boolean;
  /** A transfer of it is planned or was sent. */
  isTaken: boolean;
  isHeld: boolean;
  /** The rules have to check its request first (safety.md, Look before money moves). */
  isUnchecked: boolean;
  isErased: boolean;
  account: Pick<PayeeAccount, "transfers" | "payouts" | "closedAt"> | null;
} & ReleaseFacts;

/** Whether a donation can be moved to its recipient's account at a time (payouts.md, Always true). */
export function canMove({ account, ...donation }: MoveFacts, at: Date, dayLength = DAY): boolean {
  const isFree = donation.isOwed && donation.left > 0 && !donation.isGoingBack && !donation.isTaken;
  const { isHeld, isUnchecked, isErased } = donation;
  const isStopped = isHeld || isUnchecked || isErased || account === null || !isReady(account);
  return isFree && !isStopped && releaseOf(donation, dayLength).at <= at;
}

/** Cents of some rows. */
export const sumOf = (rows: readonly { amount: number }[]) =>
  rows.reduce((sum, { amount }) => sum + amount, 0);

/** A request with how much of it can be paid out. */
export type PayableRequest<Donation> = {
  requestId: string;
  isCompleted: boolean;
  /** Donations of it that were neither paid out yet nor can be now. */
  waiting: number;
  lastDonationAt: Date;
  /** When the first donation of it settled that is not paid out. */
  waitingSince: Date | null;
  /** A donation of it was in a payout that failed: its owner got a message that it is sent again. */
  hasFailed: boolean;
  donations: Donation[];
};

/** A payout that is due, with its donations; `requestId` where they are of one request. */
export type DuePayout<Donation> = { cause: PayoutCause; requestId: string | null; donations: Donation[] };

/**
 * The payouts that are made without being asked for (payouts.md, The way of the money): one for each reached goal whose
 * donations are all free, and one for everything else that got no donation for 14 days, waits for 60 days, or failed.
 */
export function duePayouts<Donation>(
  requests: readonly PayableRequest<Donation>[],
  at: Date,
): DuePayout<Donation>[] {
  const payable = requests.filter(({ donations }) => donations.length > 0);
  const isReached = ({ isCompleted, waiting }: PayableRequest<Donation>) => isCompleted && waiting === 0;
  const reached = payable.filter(isReached);
  const isPast = (since: Date | null, days: number) =>
    since !== null && at.getTime() - since.getTime() >= days * DAY;
  const quiet = payable.filter(
    (request) =>
      !isReached(request) &&
      (isPast(request.lastDonationAt, QUIET_DAYS) ||
        isPast(request.waitingSince, LONGEST_DAYS) ||
        request.hasFailed),
  );
  return [
    ...reached.map((request) => ({ ...payoutOf([request]), cause: "goal" as const })),
    ...(quiet.length > 0 ? [{ ...payoutOf(quiet), cause: "quiet" as const }] : []),
  ];
}

/** Everything that can be paid out of some requests. */
export function payoutOf<Donation>(requests: readonly PayableRequest<Donation>[]) {
  const [only, ...others] = requests.filter(({ donations }) => donations.length > 0);
  return {
    requestId: only && others.length === 0 ? only.requestId : null,
    donations: requests.flatMap(({ donations }) => donations),
  };
}
