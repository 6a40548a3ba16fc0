import { z } from "zod";
import type { Sandbox } from "../sandbox";
import type { UnitOfWork } from "../state/unit-of-work";
import { found, WalletError } from "./http/wallet-error";
import { timestamp } from "./ids";
import { closeDispute, openDispute } from "./provider/disputes";
import { approveOrder } from "./provider/orders";
import { decide, paymentsOf } from "./provider/payments";
import { decidePayout, denyPayout } from "./provider/payouts";
import { refundPayment } from "./provider/refunds";
import {
  activateSubscription,
  approveSubscription,
  collect,
  end,
  failRenewal,
  renew,
} from "./provider/subscriptions";
import type { WalletOrder, WalletPayment, WalletPayout, WalletSubscription } from "./records";

/** `at` is when a month is paid; `amount` is the part to refund, in cents, null for all. */
export const commandInput = z.strictObject({
  at: z.iso.datetime({ offset: true }).default(timestamp),
  amount: z.int().positive().nullable().default(null),
});
type Input = z.output<typeof commandInput>;

type Commands<Subject> = Record<
  string,
  (work: UnitOfWork, subject: Subject, input: Input, sandbox: Sandbox) => unknown
>;

/** What a payer, a bank or the provider can do to a payment. */
const PAYMENT_COMMANDS: Commands<WalletPayment> = {
  complete: (work, payment) => decide(work, payment, "COMPLETED"),
  deny: (work, payment) => decide(work, payment, "DECLINED"),
  refund: (work, payment, { amount }) => refundPayment(work, payment, amount),
  dispute: openDispute,
  "lose-dispute": (work, payment) => closeDispute(work, payment, "lost"),
  "win-dispute": (work, payment) => closeDispute(work, payment, "won"),
};

/** The payment commands, for an order's last payment, and the payer's approval. */
const ORDER_COMMANDS: Commands<WalletOrder> = {
  ...Object.fromEntries(
    Object.entries(PAYMENT_COMMANDS).map(([name, command]) => [
      name,
      (work: UnitOfWork, order: WalletOrder, input: Input, sandbox: Sandbox) =>
        command(work, lastPayment(work, order), input, sandbox),
    ]),
  ),
  approve: (work, order, _input, { options }) =>
    approveOrder(work, order, { declined: false, publicUrl: options.publicUrl }),
};

const SUBSCRIPTION_COMMANDS: Commands<WalletSubscription> = {
  approve: approveSubscription,
  activate: activateSubscription,
  collect: (work, subscription, { at }) => collect(work, subscription, new Date(at).toISOString()),
  renew: (work, subscription, { at }) => renew(work, subscription, new Date(at).toISOString()),
  "fail-renewal": failRenewal,
  suspend: (work, subscription) => end(work, subscription, "SUSPENDED"),
  expire: (work, subscription) => end(work, subscription, "EXPIRED"),
  cancel: (work, subscription) => end(work, subscription, "CANCELLED"),
};

const decided =
  (status: WalletPayout["status"], error: string | null = null) =>
  (work: UnitOfWork, payout: WalletPayout) =>
    decidePayout(work, payout, { status, error });

/** What the provider or a receiver can do to a payout. */
const PAYOUT_COMMANDS: Commands<WalletPayout> = {
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

/** `id` is that of an order, a subscription, a payment or a payout. @throws WalletError */
export function runWalletCommand(
  sandbox: Sandbox,
  work: UnitOfWork,
  { id, command, input }: { id: string; command: string; input: Input },
): unknown {
  const order = work.find("wallet_order", id);
  if (order) return named(ORDER_COMMANDS, command)(work, order, input, sandbox);
  const subscription = work.find("wallet_subscription", id);
  if (subscription) return named(SUBSCRIPTION_COMMANDS, command)(work, subscription, input, sandbox);
  const payment = work.find("wallet_payment", id);
  if (payment) return named(PAYMENT_COMMANDS, command)(work, payment, input, sandbox);
  const payout = found(work.find("wallet_payout", id));
  return named(PAYOUT_COMMANDS, command)(work, payout, input, sandbox);
}

function named<Subject>(commands: Commands<Subject>, name: string): Commands<Subject>[string] {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    throw new WalletError(404, "NO_SUCH_COMMAND", `The commands are ${Object.keys(commands).join(", ")}.`);
  }
  return command;
}

function lastPayment(work: UnitOfWork, { id }: WalletOrder): WalletPayment {
  const payment = paymentsOf(work, id).at(-1);
  if (!payment) throw new WalletError(422, "ORDER_NOT_CAPTURED");
  return payment;
}
