import type Stripe from "stripe";
import { newId, seconds } from "../../../ids";
import type { Owned } from "../../records";

export type NewTransaction = {
  /** The connected account whose balance it changes; null for the platform's. */
  account: string | null;
  /** Cents, negative for money that goes out. */
  amount: number;
  currency: string;
  type: Stripe.BalanceTransaction.Type;
  category: string;
  source: string;
  available: boolean;
  /** In seconds. */
  availableOn: number;
};

/** A change of a balance. There are no fees. */
export function newBalanceTransaction(wanted: NewTransaction): Owned<Stripe.BalanceTransaction> {
  const { account, amount, currency, type, category, source, available, availableOn } = wanted;
  return {
    id: newId("txn"),
    object: "balance_transaction",
    account,
    amount,
    available_on: availableOn,
    balance_type: "payments",
    created: seconds(),
    currency,
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: amount,
    reporting_category: category,
    source,
    status: available ? "available" : "pending",
    type,
  } satisfies Owned<Stripe.BalanceTransaction>;
}
