import type Stripe from "stripe";
import { newId, seconds } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import { ApiError } from "../http/api-error";
import { type Owned, partOf } from "../records";
import { dateIn, schedule } from "./agenda";
import { settingsOf } from "./settings";

/** Days until a charge's money is available. */
const CHARGE_DAYS = 2;

/** The money of an account in one currency, in cents. */
export type Money = { available: number; pending: number };

type Change = {
  /** The connected account whose balance it changes; null for the platform's. */
  account: string | null;
  /** Cents, negative for money that goes out. */
  amount: number;
  /** What the provider keeps of it, cents. */
  fee?: number;
  currency: string;
  type: Stripe.BalanceTransaction.Type;
  category: string;
  source: string;
};
type Transaction = Owned<Stripe.BalanceTransaction>;

/** What the provider keeps of a card payment from the EEA: 1.5 % and 0.25. */
const feeOf = (cents: number) => Math.round(cents * 0.015) + 25;

/** What the provider charges for a dispute, in cents. */
export const DISPUTE_FEE = 1_500;

/** Books a charge: its money is pending first. The provider keeps its fee where `/_sandbox/fees` switched them on. */
export function bookCharge(work: UnitOfWork, charge: Stripe.Charge): Stripe.Charge {
  const { amount, currency, id: source } = charge;
  const fee = settingsOf(work, null).takesFees ? feeOf(amount) : 0;
  const change = {
    account: null,
    amount,
    fee,
    currency,
    type: "charge",
    category: "charge",
    source,
  } as const;
  const booked = put(work, change, { status: "pending", available_on: dateIn(CHARGE_DAYS) });
  schedule(work, { what: "available", about: booked.id, bankDays: CHARGE_DAYS });
  return { ...charge, balance_transaction: booked.id };
}

/** Books a change of a balance that counts at once. */
export function book(work: UnitOfWork, change: Change): Transaction {
  return put(work, change, { status: "available", available_on: seconds() });
}

/** Stores a change of a balance, by its amount less the provider's fee. */
function put(
  work: UnitOfWork,
  { account, amount, fee = 0, currency, type, category, source }: Change,
  when: Pick<Transaction, "status" | "available_on">,
): Transaction {
  return work.put(
    partOf<Transaction>({
      ...when,
      id: newId("txn"),
      object: "balance_transaction",
      account,
      amount,
      created: seconds(),
      currency,
      fee,
      net: amount - fee,
      reporting_category: category,
      source,
      type,
    }),
  );
}

/** Books a change that becomes available together with an earlier one, such as a refund of a charge that is pending. */
export function bookWith(work: UnitOfWork, earlier: Transaction | null, change: Change): Transaction {
  if (earlier?.status !== "pending") return book(work, change);
  const booked = put(work, change, { status: "pending", available_on: earlier.available_on });
  const due = work.all("due").find(({ about, done }) => about === earlier.id && !done);
  if (due) schedule(work, { what: "available", about: booked.id, at: due.at, bankDays: due.bankDays });
  return booked;
}

/** What a balance transaction's time has come for. */
export function makeAvailable(work: UnitOfWork, transaction: Transaction): Transaction {
  return work.put<Transaction>({ ...transaction, status: "available", available_on: seconds() });
}

/** The transaction with this id. */
export function transactionOf(work: UnitOfWork, id: unknown): Transaction | null {
  return typeof id === "string" ? work.find("balance_transaction", id) : null;
}

/** The balance of an account, by currency. `account` is null for the platform's. */
export function balancesOf(work: UnitOfWork, account: string | null): Map<string, Money> {
  const balances = new Map<string, Money>();
  for (const { account: of, currency, net: amount, status } of work.all("balance_transaction")) {
    if (of !== account) continue;
    const { available, pending } = balances.get(currency) ?? { available: 0, pending: 0 };
    const isAvailable = status === "available";
    balances.set(currency, {
      available: available + (isAvailable ? amount : 0),
      pending: pending + (isAvailable ? 0 : amount),
    });
  }
  return balances;
}

export function balanceOf(work: UnitOfWork, account: string | null, currency: string): Money {
  return balancesOf(work, account).get(currency) ?? { available: 0, pending: 0 };
}

/** There is not enough money for what a call wants. */
export function insufficient(): ApiError {
  return new ApiError(
    400,
    "You have insufficient funds in your Stripe account for this transfer. Your card balance is too low.  You can use the /v1/balance endpoint to view your Stripe balance (for more details, see stripe.com/docs/api#balance).",
    { code: "balance_insufficient" },
  );
}
