import type Stripe from "stripe";
import { newId, seconds } from "../../../ids";
import type { Owned } from "../../records";

export type NewTransaction = {
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
  available: boolean;
  /** In seconds. */
  availableOn: number;
};

/** A change of a balance, by its amount less the provider's fee. */
export function newBalanceTransaction(wanted: NewTransaction): Owned<Stripe.BalanceTransaction> {
  const { account, amount, fee = 0, currency, type, category, source, available, availableOn } = wanted;
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
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: "Stripe processing fees",
              type: "stripe_fee",
            },
          ],
    net: amount - fee,
    reporting_category: category,
    source,
    status: available ? "available" : "pending",
    type,
  } satisfies Owned<Stripe.BalanceTransaction>;
}
