import { z } from "zod";
import type { Sandbox } from "../sandbox";
import type { Work } from "../state/work";
import { missing, WalletError } from "./http/wallet-error";
import { moment } from "./ids";
import type { WalletOrder, WalletPayment, WalletSubscription } from "./kept";
import { closeDispute, openDispute } from "./provider/disputes";
import { approveOrder } from "./provider/orders";
import { decide, paymentsOf } from "./provider/payments";
import { refundPayment } from "./provider/refunds";
import {
  activateSubscription,
  approveSubscription,
  collect,
  end,
  failRenewal,
  renew,
} from "./provider/subscriptions";

type Told = { at: string; amount: number | null };
type Deeds<Subject> = Record<string, (work: Work, subject: Subject, told: Told, sandbox: Sandbox) => unknown>;

/** What a deed may be told: when a month is paid, and how many cents of a payment go back. */
export const toldSchema = z.strictObject({
  at: z.iso.datetime({ offset: true }).default(moment),
  amount: z.int().positive().nullable().default(null),
});

/** What can be done to a payment from outside, as a payer, a bank or the provider would. */
const TO_PAYMENT: Deeds<WalletPayment> = {
  complete: (work, payment) => decide(work, payment, "COMPLETED"),
  deny: (work, payment) => decide(work, payment, "DECLINED"),
  refund: (work, payment, { amount }) => refundPayment(work, payment, amount),
  dispute: openDispute,
  "lose-dispute": (work, payment) => closeDispute(work, payment, "lost"),
  "win-dispute": (work, payment) => closeDispute(work, payment, "won"),
};

/** The same to the payment of an order, and its payer's answer. */
const TO_ORDER: Deeds<WalletOrder> = {
  ...Object.fromEntries(
    Object.entries(TO_PAYMENT).map(([name, deed]) => [
      name,
      (work: Work, order: WalletOrder, told: Told, sandbox: Sandbox) =>
        deed(work, paid(work, order), told, sandbox),
    ]),
  ),
  approve: (work, order, _told, { options }) =>
    approveOrder(work, order, { declined: false, publicUrl: options.publicUrl }),
};

const TO_SUBSCRIPTION: Deeds<WalletSubscription> = {
  approve: approveSubscription,
  activate: activateSubscription,
  collect: (work, subscription, { at }) => collect(work, subscription, new Date(at).toISOString()),
  renew: (work, subscription, { at }) => renew(work, subscription, new Date(at).toISOString()),
  "fail-renewal": failRenewal,
  suspend: (work, subscription) => end(work, subscription, "SUSPENDED"),
  expire: (work, subscription) => end(work, subscription, "EXPIRED"),
  cancel: (work, subscription) => end(work, subscription, "CANCELLED"),
};

/** Does something to an order, a subscription or a payment. @throws WalletError */
export function doToWallet(sandbox: Sandbox, work: Work, id: string, deed: string, told: Told): unknown {
  const order = work.find("wallet_order", id);
  if (order) return named(TO_ORDER, deed)(work, order, told, sandbox);
  const subscription = work.find("wallet_subscription", id);
  if (subscription) return named(TO_SUBSCRIPTION, deed)(work, subscription, told, sandbox);
  const payment = work.find("wallet_payment", id);
  if (payment) return named(TO_PAYMENT, deed)(work, payment, told, sandbox);
  throw missing();
}

function named<Subject>(deeds: Deeds<Subject>, name: string): Deeds<Subject>[string] {
  const deed = Object.hasOwn(deeds, name) ? deeds[name] : undefined;
  if (!deed)
    throw new WalletError(404, "NO_SUCH_DEED", `It can be told to ${Object.keys(deeds).join(", ")}.`);
  return deed;
}

function paid(work: Work, { id }: WalletOrder): WalletPayment {
  const payment = paymentsOf(work, id).at(-1);
  if (!payment) throw new WalletError(422, "ORDER_NOT_CAPTURED");
  return payment;
}
