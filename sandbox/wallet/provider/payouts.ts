import { schedule } from "../../card/provider/agenda";
import { seconds } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import { emit } from "../events";
import { refusedPayout } from "../http/payout-refusal";
import { found, WalletError } from "../http/wallet-error";
import { randomId, timestamp } from "../ids";
import type { WalletPayout } from "../records";
import { batchView, linkTo, shownItemView } from "../views/payout";
import { disputeOf } from "./disputes";

const DAY = 86_400;
/** What the operator brought into the wallet to pay from, in cents of each currency. */
const DEPOSIT = 1_000_000;
/** How long a new payout is only accepted, in seconds. */
const ACCEPTED_SECONDS = 2;
/** Days in which the provider knows a `sender_batch_id`, and in which an address without an account can claim. */
const REMEMBERED_DAYS = 30;
const CLAIM_DAYS = 30;

type Wanted = Pick<WalletPayout, "senderBatchId" | "senderItemId" | "receiver" | "amount" | "currency">;

/**
 * Accepts a payout of one item. `amount` in cents.
 * @throws Failure USER_BUSINESS_ERROR, VALIDATION_ERROR, INSUFFICIENT_FUNDS
 */
export function createPayout(work: UnitOfWork, wanted: Wanted): WalletPayout {
  const { senderBatchId, receiver, amount, currency } = wanted;
  const known = work
    .all("wallet_payout")
    .find((payout) => payout.senderBatchId === senderBatchId && !payout.forgotten);
  if (known) {
    const issue = "Batch with given sender_batch_id already exists";
    const link = [linkTo(known.id)];
    throw refusedPayout("USER_BUSINESS_ERROR", [{ field: "SENDER_BATCH_ID", location: "body", issue, link }]);
  }
  if (!/^[^@\s]+@[^@\s]+$/.test(receiver)) {
    const issue = "Receiver is invalid or does not match with type";
    throw refusedPayout("VALIDATION_ERROR", [{ field: "items[0].receiver", location: "body", issue }]);
  }
  if (balanceOf(work, currency).available < amount) throw refusedPayout("INSUFFICIENT_FUNDS");
  const payout = work.put<WalletPayout>({
    ...wanted,
    id: randomId(13),
    object: "wallet_payout",
    item: randomId(13),
    batchStatus: "PENDING",
    status: "PENDING",
    error: null,
    forgotten: false,
    created: timestamp(),
    processed: null,
  });
  schedule(work, { what: "wallet_processed", about: payout.id, at: seconds() + ACCEPTED_SECONDS });
  schedule(work, { what: "wallet_forgotten", about: payout.id, at: seconds() + REMEMBERED_DAYS * DAY });
  return payout;
}

/** What happens to money for an address, by how the address begins; it arrives at any other. */
const RECEIVERS: Record<string, Decision> = {
  unclaimed: { status: "UNCLAIMED", error: "RECEIVER_UNREGISTERED" },
  onhold: { status: "ONHOLD", error: null },
  blocked: { status: "BLOCKED", error: null },
  failed: { status: "FAILED", error: "RECEIVER_ACCOUNT_LOCKED" },
};

type Decision = Pick<WalletPayout, "status" | "error">;

/** Decides about an accepted payout. */
export function processPayout(work: UnitOfWork, payout: WalletPayout): void {
  if (payout.status !== "PENDING") return;
  const [beginning = ""] = payout.receiver.toLowerCase().split(/[^a-z]/);
  decidePayout(work, payout, RECEIVERS[beginning] ?? { status: "SUCCESS", error: null });
}

/** Nobody claimed it: the money comes back. */
export function returnUnclaimed(work: UnitOfWork, payout: WalletPayout): void {
  if (payout.status === "UNCLAIMED") decidePayout(work, payout, { status: "RETURNED", error: payout.error });
}

/** The provider takes the id for a new one again. */
export function forgetBatchId(work: UnitOfWork, payout: WalletPayout): void {
  work.put<WalletPayout>({ ...payout, forgotten: true });
}

/** From which states an item gets to one. */
const BEFORE: Partial<Record<WalletPayout["status"], readonly WalletPayout["status"][]>> = {
  RETURNED: ["UNCLAIMED"],
  REFUNDED: ["SUCCESS"],
  REVERSED: ["SUCCESS", "ONHOLD"],
};
const UNDECIDED: readonly WalletPayout["status"][] = ["PENDING", "UNCLAIMED", "ONHOLD"];

/** Brings an item to a state. @throws WalletError if it cannot get there */
export function decidePayout(
  work: UnitOfWork,
  payout: WalletPayout,
  { status, error }: Decision,
): WalletPayout {
  if (!(BEFORE[status] ?? UNDECIDED).includes(payout.status)) {
    throw new WalletError(422, "INVALID_RESOURCE_STATE");
  }
  const wasPending = payout.status === "PENDING";
  const decided = work.put<WalletPayout>({
    ...payout,
    status,
    error,
    batchStatus: "SUCCESS",
    processed: timestamp(),
  });
  if (wasPending) emitBatch(work, decided, "SUCCESS");
  if (status === "UNCLAIMED")
    schedule(work, { what: "wallet_returned", about: payout.id, bankDays: CLAIM_DAYS });
  const name = EVENTS[status];
  if (name) {
    emit(work, {
      type: `PAYMENT.PAYOUTS-ITEM.${name}`,
      subject: payout.id,
      resourceType: "payouts_item",
      resource: shownItemView(decided),
    });
  }
  return decided;
}

/** Refuses a whole batch. @throws WalletError if it was processed */
export function denyPayout(work: UnitOfWork, payout: WalletPayout): WalletPayout {
  if (payout.status !== "PENDING") throw new WalletError(422, "INVALID_RESOURCE_STATE");
  const denied = work.put<WalletPayout>({
    ...payout,
    status: "FAILED",
    batchStatus: "DENIED",
    error: "INSUFFICIENT_FUNDS",
    processed: timestamp(),
  });
  emitBatch(work, denied, "DENIED");
  return denied;
}

const EVENTS: Partial<Record<WalletPayout["status"], string>> = {
  SUCCESS: "SUCCEEDED",
  FAILED: "FAILED",
  UNCLAIMED: "UNCLAIMED",
  RETURNED: "RETURNED",
  ONHOLD: "HELD",
  BLOCKED: "BLOCKED",
  REFUNDED: "REFUNDED",
};

function emitBatch(work: UnitOfWork, payout: WalletPayout, what: string): void {
  const { batch_header } = batchView(payout);
  emit(work, {
    type: `PAYMENT.PAYOUTSBATCH.${what}`,
    subject: payout.id,
    resourceType: "payouts",
    resource: { batch_header, links: [] },
  });
}

/** @throws WalletError 404 */
export function findPayout(work: UnitOfWork, id: string): WalletPayout {
  return found(work.find("wallet_payout", id));
}

const GONE: readonly WalletPayout["status"][] = ["PENDING", "SUCCESS", "UNCLAIMED", "ONHOLD"];

/** The operator's balance in cents: what was deposited and received, without what went back and out. */
export function balanceOf(work: UnitOfWork, currency: string): { available: number; withheld: number } {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const received = work
    .all("wallet_payment")
    .filter((payment) => payment.currency === currency && !["PENDING", "DECLINED"].includes(payment.status))
    .map((payment) => {
      const dispute = disputeOf(work, payment);
      return {
        left: payment.amount - payment.refunded,
        outcome: dispute ? dispute.outcome : ("none" as const),
      };
    })
    .filter(({ outcome }) => outcome !== "RESOLVED_BUYER_FAVOUR");
  const withheld = sum(received.filter(({ outcome }) => outcome === null).map(({ left }) => left));
  const out = work
    .all("wallet_payout")
    .filter((payout) => payout.currency === currency && GONE.includes(payout.status));
  const total = DEPOSIT + sum(received.map(({ left }) => left)) - sum(out.map(({ amount }) => amount));
  return { available: total - withheld, withheld };
}
