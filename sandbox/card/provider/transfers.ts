import type Stripe from "stripe";
import { newId, seconds } from "../../ids";
import { money } from "../../pages";
import type { UnitOfWork } from "../../state/unit-of-work";
import { record } from "../events";
import { ApiError, found, missing } from "../http/api-error";
import { partOf } from "../records";
import { can, countTransfer, findAccount } from "./accounts";
import { balanceOf, bookWith, insufficient, transactionOf } from "./balances";
import { paidCharge } from "./charges";
import { payOutAutomatically } from "./payouts";

export type NewTransfer = {
  /** Cents; null for all that is left of the charge. */
  amount: number | null;
  currency: string;
  destination: string;
  metadata: Record<string, string>;
  /** The charge that the money comes from; null for the available balance. */
  source: string | null;
  group: string | null;
};

/**
 * Moves money of the platform to a connected account. With a charge as its source it may still be pending, and becomes
 * available there when the charge does.
 * @throws ApiError resource_missing, insufficient_capabilities_for_transfer, balance_insufficient
 */
export function createTransfer(work: UnitOfWork, wanted: NewTransfer): Stripe.Transfer {
  const { currency, destination, metadata } = wanted;
  const receiver = findAccount(work, destination);
  if (!receiver || receiver.closed) throw missing("destination", destination, "destination");
  if (!can(work, receiver, "stripe_transfers")) throw notCapable();
  const charge = wanted.source === null ? null : sourceOf(work, wanted.source);
  if (charge && charge.currency !== currency) throw otherCurrency(charge);
  const transferred = charge === null ? 0 : transferredFrom(work, charge);
  const limit = charge === null ? null : charge.amount - charge.amount_refunded;
  const amount = wanted.amount ?? (limit === null ? null : limit - transferred);
  if (amount === null) throw missingAmount();
  if (limit !== null && transferred + amount > limit) throw beyondSource({ limit, transferred, currency });
  if (!charge && balanceOf(work, null, currency).available < amount) throw insufficient();

  const id = newId("tr");
  const source = transactionOf(work, charge?.balance_transaction);
  const change = { currency, type: "transfer", category: "transfer" } as const;
  const debit = bookWith(work, source, { ...change, account: null, amount: -amount, source: id });
  bookWith(work, source, {
    ...change,
    type: "payment",
    account: destination,
    amount,
    source: newId("py"),
  });
  const group = wanted.group ?? (charge && (charge.transfer_group ?? `group_${charge.payment_intent}`));
  if (charge) work.put<Stripe.Charge>({ ...charge, transfer_group: group });
  const transfer = record(
    work,
    "transfer.created",
    partOf<Stripe.Transfer>({
      id,
      object: "transfer",
      amount,
      amount_reversed: 0,
      balance_transaction: debit.id,
      created: seconds(),
      currency,
      destination,
      metadata,
      reversals: { object: "list", data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
      reversed: false,
      source_transaction: charge?.id ?? null,
      transfer_group: group,
    }),
  );
  countTransfer(work, destination);
  if (debit.status === "available") payOutAutomatically(work, destination, currency);
  return transfer;
}

/** @throws ApiError resource_missing */
export function findTransfer(work: UnitOfWork, id: string): Stripe.Transfer {
  return found(work.find("transfer", id), "transfer", id, "transfer");
}

/** How many of its reversals a transfer has with it, the latest. */
const SHOWN = 10;

type NewReversal = { amount: number | null; metadata: Record<string, string> };

/**
 * Takes a transfer back, in part or (`amount` null) what is left of it, as far as the account's balance covers it.
 * `amount` in cents.
 * @throws ApiError balance_insufficient
 */
export function reverseTransfer(
  work: UnitOfWork,
  transfer: Stripe.Transfer,
  { amount: wanted, metadata }: NewReversal,
): Stripe.TransferReversal {
  const { currency } = transfer;
  const account = String(transfer.destination);
  const left = transfer.amount - transfer.amount_reversed;
  const amount = wanted ?? left;
  if (left === 0) throw new ApiError(400, `Transfer ${transfer.id} is already fully reversed.`);
  if (amount > left) {
    throw new ApiError(
      400,
      `Transfer reversal amount (${amount}) is greater than the amount left (${left}).`,
      {
        param: "amount",
      },
    );
  }
  const debit = transactionOf(work, transfer.balance_transaction);
  const { available, pending } = balanceOf(work, account, currency);
  if ((debit?.status === "pending" ? pending : available) < amount) throw insufficient();

  const id = newId("trr");
  const change = { currency, type: "transfer_refund", category: "transfer_reversal", source: id } as const;
  const credit = bookWith(work, debit, { ...change, account: null, amount });
  bookWith(work, debit, { ...change, type: "payment_refund", account, amount: -amount });
  const reversal = work.put(
    partOf<Stripe.TransferReversal>({
      id,
      object: "transfer_reversal",
      amount,
      balance_transaction: credit.id,
      created: seconds(),
      currency,
      metadata,
      transfer: transfer.id,
    }),
  );
  const reversed = transfer.amount_reversed + amount;
  const all = [reversal, ...transfer.reversals.data];
  const reversals = { ...transfer.reversals, data: all.slice(0, SHOWN) };
  reversals.has_more ||= all.length > SHOWN;
  const isWhole = reversed === transfer.amount;
  record(work, "transfer.reversed", { ...transfer, amount_reversed: reversed, reversed: isWhole, reversals });
  return reversal;
}

/** @throws ApiError resource_missing */
function sourceOf(work: UnitOfWork, id: string): Stripe.Charge {
  return found(paidCharge(work, id), "charge", id, "source_transaction");
}

/** What was transferred from a charge, in cents. A transfer that was taken back counts too. */
function transferredFrom(work: UnitOfWork, charge: Stripe.Charge): number {
  const transfers = work.all("transfer").filter((transfer) => transfer.source_transaction === charge.id);
  return transfers.reduce((sum, { amount }) => sum + amount, 0);
}

function notCapable(): ApiError {
  return new ApiError(
    400,
    "Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
    { code: "insufficient_capabilities_for_transfer" },
  );
}

function missingAmount(): ApiError {
  return new ApiError(400, "Missing required param: amount.", { code: "parameter_missing", param: "amount" });
}

function otherCurrency({ currency }: Stripe.Charge): ApiError {
  return new ApiError(
    400,
    `The currency of source_transaction's balance transaction (${currency}) differs.`,
    {
      param: "currency",
    },
  );
}

type Source = { limit: number; transferred: number; currency: string };

function beyondSource({ limit, transferred, currency }: Source): ApiError {
  const already = `(There is already a transfer using this source, amounting to ${money("en", transferred, currency)}.)`;
  return new ApiError(
    400,
    `Transfers using this transaction as a source must not exceed the source amount of ${money("en", limit, currency)}. ${transferred > 0 ? already : ""}`.trimEnd(),
  );
}
