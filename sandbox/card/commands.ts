import type Stripe from "stripe";
import { z } from "zod";
import type { UnitOfWork } from "../state/unit-of-work";
import { type BankFacts, EXAMPLES, FAILURES, readIban } from "./bank-accounts";
import { REFUSALS } from "./cards";
import { ApiError, missing } from "./http/api-error";
import {
  askForDocument,
  bankView,
  closeAtOnce,
  findAccount,
  identify,
  loseCapability,
  PERSONS,
  refuse,
  restrict,
  setBank,
  verify,
} from "./provider/accounts";
import { closeDispute, openDispute } from "./provider/disputes";
import { CAPABILITIES } from "./provider/objects/account";
import { fail, succeed } from "./provider/outcomes";
import { findPayment } from "./provider/payments";
import { failPayout, findPayout, payPayout, sendPayout } from "./provider/payouts";
import { assertNotDisputed, chargeOf, refundCharge } from "./provider/refunds";
import { collect } from "./provider/renewals";
import { cancelSubscription, findSubscription, leaveUnpaid, nextMonth } from "./provider/subscriptions";
import type { Capability } from "./records";

/**
 * `amount` in cents, null for all: what is refunded or disputed. `feeReturned`: with a dispute that is won the provider
 * gives its fee back.
 */
export const paymentInput = z.strictObject({
  amount: z.int().positive().nullable().default(null),
  feeReturned: z.boolean().default(false),
});
type PaymentInput = z.output<typeof paymentInput>;

type PaymentCommand = (work: UnitOfWork, intent: Stripe.PaymentIntent, input: PaymentInput) => unknown;

/** What a bank or the provider's dashboard can do to a payment. */
const PAYMENT_COMMANDS: Record<string, PaymentCommand> = {
  succeed,
  fail: (work, intent) => fail(work, intent, REFUSALS.generic_decline.refusal),
  refund: (work, intent, { amount }) => {
    const charge = chargeOf(work, intent);
    assertNotDisputed(work, charge);
    return refundCharge(work, charge, { amount, reason: "requested_by_customer", metadata: {} });
  },
  dispute: (work, intent, { amount }) => openDispute(work, intent, amount),
  "lose-dispute": (work, intent, input) => closeDispute(work, intent, "lost", input),
  "win-dispute": (work, intent, input) => closeDispute(work, intent, "won", input),
};

type SubscriptionCommand = (work: UnitOfWork, subscription: Stripe.Subscription, at: number) => unknown;

/** What time, a bank or the provider's settings can do to a subscription. */
const SUBSCRIPTION_COMMANDS: Record<string, SubscriptionCommand> = {
  renew: (work, subscription, at) => collect(work, subscription, { at, refused: false }),
  "fail-renewal": (work, subscription, at) => collect(work, subscription, { at, refused: true }),
  bill: nextMonth,
  unpaid: leaveUnpaid,
  cancel: cancelSubscription,
};

/** `at` in seconds. @throws ApiError */
export function runSubscriptionCommand(work: UnitOfWork, id: string, name: string, at: number): unknown {
  return named(SUBSCRIPTION_COMMANDS, "subscription", name)(work, findSubscription(work, id), at);
}

/** @throws ApiError */
export function runPaymentCommand(work: UnitOfWork, id: string, name: string, input: PaymentInput): unknown {
  return named(PAYMENT_COMMANDS, "payment", name)(work, findPayment(work, id), input);
}

/**
 * `person` and `iban` are what would be entered on the hosted page, `days` how long a document may take, `capability`
 * the one that is lost.
 */
export const accountInput = z.strictObject({
  person: z.enum(PERSONS).default("verified"),
  iban: z.string().default(EXAMPLES[0][0]),
  days: z.int().min(1).max(365).optional(),
  capability: z.enum(CAPABILITIES as [Capability, ...Capability[]]).default("stripe_transfers"),
});
type AccountInput = z.output<typeof accountInput>;
type AccountCommand = (work: UnitOfWork, id: string, input: AccountInput, key: string) => unknown;

/** What the owner of a connected account, or the provider, can do to it. */
const ACCOUNT_COMMANDS: Record<string, AccountCommand> = {
  onboard: (work, id, { person, iban }, key) => {
    setBank(work, id, readable(iban, { key, account: id }));
    return identify(work, id, person);
  },
  verify,
  ask: (work, id, { days }) => askForDocument(work, id, days),
  refuse,
  restrict,
  lose: (work, id, { capability }) => loseCapability(work, id, capability),
  close: closeAtOnce,
  bank: (work, id, { iban }, key) => bankView(setBank(work, id, readable(iban, { key, account: id }))),
};

function readable(iban: string, of: { key: string; account: string }): BankFacts {
  const facts = readIban(iban, of);
  if (!facts) throw new ApiError(400, "This is not a valid IBAN.");
  return facts;
}

/** `key` is what fingerprints are made with. @throws ApiError */
export function runAccountCommand(
  work: UnitOfWork,
  { id, name, input, key }: { id: string; name: string; input: AccountInput; key: string },
): unknown {
  const command = named(ACCOUNT_COMMANDS, "connected account", name);
  const account = findAccount(work, id);
  if (!account || account.closed) throw missing("account", id);
  return command(work, id, input, key);
}

/** `code` is why a payout fails. */
export const payoutInput = z.strictObject({
  code: z.enum(Object.keys(FAILURES) as [string, ...string[]]).default("account_closed"),
});
type PayoutInput = z.output<typeof payoutInput>;
type PayoutCommand = (work: UnitOfWork, payout: ReturnType<typeof findPayout>, input: PayoutInput) => unknown;

/** What a bank can do to a payout. */
const PAYOUT_COMMANDS: Record<string, PayoutCommand> = {
  send: sendPayout,
  pay: payPayout,
  fail: (work, payout, { code }) => failPayout(work, payout, code),
  "pay-then-fail": (work, payout, { code }) => failPayout(work, payPayout(work, payout), code),
};

/** @throws ApiError */
export function runPayoutCommand(work: UnitOfWork, id: string, name: string, input: PayoutInput): unknown {
  return named(PAYOUT_COMMANDS, "payout", name)(work, findPayout(work, id), input);
}

function named<C>(commands: Record<string, C>, kind: string, name: string): C {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command;
  throw new ApiError(404, `The commands for a ${kind} are ${Object.keys(commands).join(", ")}.`);
}
