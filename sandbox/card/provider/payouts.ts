import type Stripe from "stripe";
import { newId, seconds } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import { emit } from "../events";
import { ApiError, found } from "../http/api-error";
import { type Bank, type CardRecords, type ConnectedAccount, type PayoutFailure, partOf } from "../records";
import { bankOf, can, disableBank, findAccount } from "./accounts";
import { dateIn, schedule } from "./agenda";
import { balanceOf, book, insufficient } from "./balances";
import { settingsOf } from "./settings";

type Payout = CardRecords["payout"];

/** Bank days until a payout is on its way, and until it arrives. */
const SENT_AFTER = 0.25;
const ARRIVES_AFTER = 1;

/** Bank days between two payouts that a bank pays and then returns at once. */
const AT_ONCE = 0.25;

export type NewPayout = {
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  automatic: boolean;
};

/**
 * Sends money of a connected account to its bank; its balance is debited at once. `amount` in cents.
 * @throws ApiError payouts_not_allowed, balance_insufficient
 */
export function createPayout(work: UnitOfWork, account: ConnectedAccount, wanted: NewPayout): Payout {
  const { amount, currency, metadata, automatic } = wanted;
  const bank = bankOf(work, account.id);
  if (!bank || !can(work, account, "payouts")) {
    throw new ApiError(400, "Payouts have been disabled on this account.", { code: "payouts_not_allowed" });
  }
  if (balanceOf(work, account.id, currency).available < amount) throw insufficient();
  const id = newId("po");
  const debit = book(work, {
    account: account.id,
    amount: -amount,
    currency,
    type: "payout",
    category: "payout",
    source: id,
  });
  const payout = work.put(
    partOf<Payout>({
      id,
      object: "payout",
      account: account.id,
      amount,
      arrival_date: dateIn(ARRIVES_AFTER),
      automatic,
      balance_transaction: debit.id,
      created: seconds(),
      currency,
      destination: bank.id,
      failure_balance_transaction: null,
      failure_code: null,
      metadata,
      status: "pending",
      trace_id: { status: "pending", value: null },
    }),
  );
  schedule(work, { what: "sent", about: id, bankDays: SENT_AFTER });
  schedule(work, { what: "paid", about: id, bankDays: ARRIVES_AFTER });
  emit(work, "payout.created", payoutView(payout), account.id);
  return payout;
}

/** A payout as the API shows it: its account is that of the call. */
export function payoutView({ account: _account, ...payout }: Payout): Stripe.Payout {
  return payout;
}

/** @throws ApiError resource_missing */
export function findPayout(work: UnitOfWork, id: string): Payout {
  return found(work.find("payout", id), "payout", id, "payout");
}

/** The bank has it. */
export function sendPayout(work: UnitOfWork, payout: Payout): Payout {
  if (payout.status !== "pending") return payout;
  return change(work, payout, { status: "in_transit" }, "payout.updated");
}

/** It should have arrived. Whether the bank gives it back later depends on the bank account. */
export function payPayout(work: UnitOfWork, payout: Payout): Payout {
  if (!["pending", "in_transit"].includes(payout.status)) return payout;
  const trace_id = { status: "supported", value: newId("trace").toUpperCase() };
  return change(work, payout, { status: "paid", trace_id }, "payout.paid");
}

/** What the bank does on the day of arrival. `at` in seconds. */
export function arrive(work: UnitOfWork, payout: Payout, at: number): Payout {
  if (!["pending", "in_transit"].includes(payout.status)) return payout;
  const { behaviour } = bankTo(work, payout);
  if (!behaviour.pays) return failPayout(work, payout, behaviour.code);
  if (behaviour.returnedAfter !== undefined) {
    schedule(work, { what: "returned", about: payout.id, bankDays: behaviour.returnedAfter || AT_ONCE, at });
  }
  return payPayout(work, payout);
}

/** The bank gives back what it had paid. */
export function returnPayout(work: UnitOfWork, payout: Payout): Payout {
  const { behaviour } = bankTo(work, payout);
  return failPayout(work, payout, behaviour.code ?? "could_not_process");
}

/** The bank did not pay, or gave back what it had paid: the money is on the account's balance again. */
export function failPayout(work: UnitOfWork, payout: Payout, code: PayoutFailure): Payout {
  const { account, amount, currency, id: source } = payout;
  if (payout.status === "failed") return payout;
  const credit = book(work, {
    account,
    amount,
    currency,
    type: "payout_failure",
    category: "payout_reversal",
    source,
  });
  const failure = {
    status: "failed",
    failure_code: code,
    failure_balance_transaction: credit.id,
  };
  const failed = change(work, payout, failure, "payout.failed");
  if (bankOf(work, account)?.id === payout.destination) disableBank(work, account);
  return failed;
}

function bankTo(work: UnitOfWork, { destination }: Payout): Bank {
  return work.find("bank_account", String(destination)) as Bank;
}

type PayoutEvent = Extract<Stripe.Event["type"], `payout.${string}`>;

function change(work: UnitOfWork, payout: Payout, changes: Partial<Payout>, event: PayoutEvent): Payout {
  const changed = work.put<Payout>({ ...payout, ...changes });
  emit(work, event, payoutView(changed), payout.account);
  return changed;
}

/** Pays out what is available on an account whose schedule is not manual. */
export function payOutAutomatically(work: UnitOfWork, id: string, currency: string): void {
  const account = findAccount(work, id);
  const isManual = settingsOf(work, id).interval === "manual";
  const amount = balanceOf(work, id, currency).available;
  if (!account || isManual || amount <= 0 || !can(work, account, "payouts")) return;
  createPayout(work, account, { amount, currency, metadata: {}, automatic: true });
}
