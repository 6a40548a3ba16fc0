import type Stripe from "stripe";
import { seconds } from "../../ids";
import type { Sandbox } from "../../sandbox";
import { UnitOfWork } from "../../state/unit-of-work";
import { ApiError } from "../http/api-error";
import type { Owned } from "../records";
import { dateIn, schedule } from "./agenda";
import { type NewTransaction, newBalanceTransaction } from "./objects/balance-transaction";
import { settingsOf } from "./settings";

/** Days until a charge's money is available. */
const CHARGE_DAYS = 2;

/** The money of an account in one currency, in cents. */
export type Money = { available: number; pending: number };

type Change = Omit<NewTransaction, "available" | "availableOn">;
type Transaction = Owned<Stripe.BalanceTransaction>;

/** What the provider keeps of a card payment from the EEA: 1.5 % and 0.25. */
const feeOf = (cents: number) => Math.round(cents * 0.015) + 25;

/** What the provider charges for a dispute, in cents. */
export const DISPUTE_FEE = 1_500;

/** Books a charge: its money is pending first. The provider keeps its fee where `/_sandbox/fees` switched them on. */
export function bookCharge(work: UnitOfWork, charge: Stripe.Charge): Stripe.Charge {
  const { amount, currency, id: source } = charge;
  const fee = settingsOf(work, null).takesFees ? feeOf(amount) : 0;
  const booked = work.put(
    newBalanceTransaction({
      account: null,
      amount,
      fee,
      currency,
      type: "charge",
      category: "charge",
      source,
      available: false,
      availableOn: dateIn(CHARGE_DAYS),
    }),
  );
  schedule(work, { what: "available", about: booked.id, bankDays: CHARGE_DAYS });
  return { ...charge, balance_transaction: booked.id };
}

/** Books the charges of a journal from before the sandbox had balances: what is left of them is available. */
export function bookEarlierCharges({ store, commit }: Pick<Sandbox, "store" | "commit">): void {
  const work = new UnitOfWork(store, null);
  for (const charge of store.all("charge")) {
    if (!charge.paid || transactionOf(work, charge.balance_transaction)) continue;
    const isTaken = store
      .all("dispute")
      .some((dispute) => dispute.charge === charge.id && dispute.status !== "won");
    const amount = isTaken ? 0 : charge.amount - charge.amount_refunded;
    const { currency, id: source } = charge;
    const booked = book(work, {
      account: null,
      amount,
      currency,
      type: "charge",
      category: "charge",
      source,
    });
    work.put<Stripe.Charge>({ ...charge, balance_transaction: booked.id });
  }
  commit(work);
}

/** Books a change of a balance that counts at once. */
export function book(work: UnitOfWork, change: Change): Transaction {
  return work.put(newBalanceTransaction({ ...change, available: true, availableOn: seconds() }));
}

/** Books a change that becomes available together with an earlier one, such as a refund of a charge that is pending. */
export function bookWith(work: UnitOfWork, earlier: Transaction | null, change: Change): Transaction {
  if (earlier?.status !== "pending") return book(work, change);
  const availableOn = earlier.available_on;
  const booked = work.put(newBalanceTransaction({ ...change, available: false, availableOn }));
  const due = work.all("due").find(({ about, done }) => about === earlier.id && !done);
  if (due) schedule(work, { what: "available", about: booked.id, at: due.at, bankDays: due.bankDays });
  return booked;
}

/** What a balance transaction's time has come for. */
export function makeAvailable(work: UnitOfWork, transaction: Transaction): Transaction {
  return work.put<Transaction>({ ...transaction, status: "available", available_on: seconds() });
}

/** The transaction with this id; null for one that was booked before the sandbox had balances. */
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
