import { z } from "zod";
import { type BankFacts, EXAMPLES, readIban } from "../card/bank-accounts";
import { REFUSALS } from "../card/cards";
import { ApiError } from "../card/http/api-error";
import {
  askForDocument,
  bankView,
  closeAtOnce,
  identify,
  loseCapability,
  PERSONS,
  refuse,
  restrict,
  setBank,
  verify,
} from "../card/provider/accounts";
import { closeDispute, openDispute } from "../card/provider/disputes";
import { fail, succeed } from "../card/provider/outcomes";
import { failPayout, payPayout, sendPayout } from "../card/provider/payouts";
import { assertNotDisputed, chargeOf, refundCharge } from "../card/provider/refunds";
import { collect } from "../card/provider/renewals";
import { CAPABILITIES } from "../card/provider/standing";
import { cancelSubscription, leaveUnpaid, nextMonth } from "../card/provider/subscriptions";
import { PAYOUT_FAILURES } from "../card/records";
import type { Kind, Records } from "../state/store";
import type { UnitOfWork } from "../state/unit-of-work";
import { WalletError } from "../wallet/http/wallet-error";
import * as walletDisputes from "../wallet/provider/disputes";
import { approveOrder } from "../wallet/provider/orders";
import { decide, paymentsOf } from "../wallet/provider/payments";
import { decidePayout, denyPayout } from "../wallet/provider/payouts";
import { refundPayment } from "../wallet/provider/refunds";
import * as walletSubscriptions from "../wallet/provider/subscriptions";
import type { WalletOrder, WalletPayment, WalletPayout } from "../wallet/records";

/** What a command may say more; each takes what it needs. */
export const commandInput = z.strictObject({
  /** What is refunded or disputed, in cents; null for all. */
  amount: z.int().positive().nullable().default(null),
  /** With a dispute that is won the provider gives its fee back. */
  feeReturned: z.boolean().default(false),
  /** What would be entered on the hosted page of an account. */
  person: z.enum(PERSONS).default("verified"),
  iban: z.string().default(EXAMPLES[0][0]),
  /** How long a document may take. */
  days: z.int().min(1).max(365).optional(),
  /** The one that is lost. */
  capability: z.enum(CAPABILITIES).default("stripe_transfers"),
  /** Why a payout fails. */
  code: z.enum(PAYOUT_FAILURES).default("account_closed"),
  /** When a month is paid. */
  at: z.iso.datetime({ offset: true }).default(() => new Date().toISOString()),
});
/** `key` is what fingerprints of bank accounts are made with. */
type Input = z.output<typeof commandInput> & { key: string; publicUrl: string | null };

type Command<S> = (work: UnitOfWork, subject: S, input: Input) => unknown;
type Commands<K extends Kind> = Record<string, Command<Records[K]>>;

const instant = (at: string) => Math.floor(Date.parse(at) / 1_000);

/** What a bank or the provider's dashboard can do to a payment by card. */
const payment_intent: Commands<"payment_intent"> = {
  succeed,
  fail: (work, intent) => fail(work, intent, REFUSALS.generic_decline.refusal),
  refund: (work, intent, { amount }) => {
    const charge = chargeOf(work, intent);
    assertNotDisputed(work, charge);
    return refundCharge(work, charge, { amount, metadata: {} });
  },
  dispute: (work, intent, { amount }) => openDispute(work, intent, amount),
  "lose-dispute": (work, intent, input) => closeDispute(work, intent, "lost", input),
  "win-dispute": (work, intent, input) => closeDispute(work, intent, "won", input),
};

/** What time, a bank or the provider's settings can do to a subscription by card. */
const subscription: Commands<"subscription"> = {
  renew: (work, of, { at }) => collect(work, of, { at: instant(at), refused: false }),
  "fail-renewal": (work, of, { at }) => collect(work, of, { at: instant(at), refused: true }),
  bill: nextMonth,
  unpaid: leaveUnpaid,
  cancel: cancelSubscription,
};

/** What the owner of a connected account, or the provider, can do to it. */
const connected_account: Commands<"connected_account"> = {
  onboard: (work, account, input) => {
    setBank(work, account.id, readable(account.id, input));
    return identify(work, account.id, input.person);
  },
  verify: (work, { id }) => verify(work, id),
  ask: (work, { id }, { days }) => askForDocument(work, id, days),
  refuse: (work, { id }) => refuse(work, id),
  restrict: (work, { id }) => restrict(work, id),
  lose: (work, { id }, { capability }) => loseCapability(work, id, capability),
  close: (work, { id }) => closeAtOnce(work, id),
  bank: (work, { id }, input) => bankView(setBank(work, id, readable(id, input))),
};

function readable(account: string, { iban, key }: Input): BankFacts {
  const facts = readIban(iban, { key, account });
  if (!facts) throw new ApiError(400, "This is not a valid IBAN.");
  return facts;
}

/** What a bank can do to a payout. */
const payout: Commands<"payout"> = {
  send: sendPayout,
  pay: payPayout,
  fail: (work, of, { code }) => failPayout(work, of, code),
  "pay-then-fail": (work, of, { code }) => failPayout(work, payPayout(work, of), code),
};

/** What a bank or the provider can do to a payment by wallet. */
const wallet_payment: Commands<"wallet_payment"> = {
  complete: (work, payment) => decide(work, payment, "COMPLETED"),
  deny: (work, payment) => decide(work, payment, "DECLINED"),
  refund: (work, payment, { amount }) => refundPayment(work, payment, amount),
  dispute: walletDisputes.openDispute,
  "lose-dispute": (work, payment) => walletDisputes.closeDispute(work, payment, "lost"),
  "win-dispute": (work, payment) => walletDisputes.closeDispute(work, payment, "won"),
};

/** The same for an order's last payment, and the payer's approval. */
const wallet_order: Commands<"wallet_order"> = {
  ...Object.fromEntries(
    Object.entries(wallet_payment).map(([name, command]): [string, Command<WalletOrder>] => [
      name,
      (work, order, input) => command(work, lastPayment(work, order), input),
    ]),
  ),
  approve: (work, order, { publicUrl }) => approveOrder(work, order, { declined: false, publicUrl }),
};

function lastPayment(work: UnitOfWork, { id }: WalletOrder): WalletPayment {
  const payment = paymentsOf(work, id).at(-1);
  if (!payment) throw new WalletError(422, "ORDER_NOT_CAPTURED");
  return payment;
}

const { approveSubscription, activateSubscription, failRenewal, end } = walletSubscriptions;
const wallet_subscription: Commands<"wallet_subscription"> = {
  approve: approveSubscription,
  activate: activateSubscription,
  collect: (work, of, { at }) => walletSubscriptions.collect(work, of, new Date(at).toISOString()),
  renew: (work, of, { at }) => walletSubscriptions.renew(work, of, new Date(at).toISOString()),
  "fail-renewal": failRenewal,
  suspend: (work, of) => end(work, of, "SUSPENDED"),
  expire: (work, of) => end(work, of, "EXPIRED"),
  cancel: (work, of) => end(work, of, "CANCELLED"),
};

const decided =
  (status: WalletPayout["status"], error: string | null = null): Command<WalletPayout> =>
  (work, of) =>
    decidePayout(work, of, { status, error });

/** What the provider or a receiver can do to a payout by wallet. */
const wallet_payout: Commands<"wallet_payout"> = {
  succeed: decided("SUCCESS"),
  fail: decided("FAILED", "RECEIVER_ACCOUNT_LOCKED"),
  unclaim: decided("UNCLAIMED", "RECEIVER_UNREGISTERED"),
  hold: decided("ONHOLD"),
  block: decided("BLOCKED"),
  return: decided("RETURNED", "RECEIVER_UNREGISTERED"),
  refund: decided("REFUNDED"),
  reverse: decided("REVERSED"),
  deny: denyPayout,
};

const COMMANDS = {
  payment_intent,
  subscription,
  connected_account,
  payout,
  wallet_order,
  wallet_subscription,
  wallet_payment,
  wallet_payout,
};

/** The kinds of objects that the control API has commands for, by its paths. */
export const SUBJECTS = {
  payments: ["payment_intent"],
  subscriptions: ["subscription"],
  accounts: ["connected_account"],
  payouts: ["payout"],
  wallet: ["wallet_order", "wallet_subscription", "wallet_payment", "wallet_payout"],
} as const satisfies Record<string, readonly (keyof typeof COMMANDS)[]>;

/** Does something to the object with this id, one of these kinds. @throws Failure */
export function runCommand(
  work: UnitOfWork,
  kinds: readonly (keyof typeof COMMANDS)[],
  { id, name, input }: { id: string; name: string; input: Input },
): unknown {
  for (const kind of kinds) {
    const subject = work.find(kind, id);
    if (!subject || ("closed" in subject && subject.closed)) continue;
    const commands = COMMANDS[kind] as Record<string, Command<typeof subject>>;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command) return command(work, subject, input);
    throw new ApiError(404, `The commands for it are ${Object.keys(commands).join(", ")}.`);
  }
  throw new ApiError(404, `There is no ${kinds.join(", ")} ${id}.`);
}
