import type { UnitOfWork } from "../../state/unit-of-work";
import { emit } from "../events";
import { WalletError } from "../http/wallet-error";
import { randomId, timestamp } from "../ids";
import type { WalletDispute, WalletPayment } from "../records";
import { disputeView } from "../views/dispute";
import { reversalView } from "../views/payment";
import { emitPayment, subjectOf } from "./payments";

/** The dispute about a payment; null when there is none. */
export function disputeOf(work: UnitOfWork, { id }: WalletPayment): WalletDispute | null {
  return work.all("wallet_dispute").find(({ payment }) => payment === id) ?? null;
}

/** The payer disputes a whole payment. @throws WalletError when it is disputed already */
export function openDispute(work: UnitOfWork, payment: WalletPayment): WalletDispute {
  if (disputeOf(work, payment)) throw new WalletError(422, "ALREADY_DISPUTED");
  const dispute = work.put<WalletDispute>({
    id: `PP-D-${randomId(8)}`,
    object: "wallet_dispute",
    payment: payment.id,
    amount: payment.amount,
    outcome: null,
    created: timestamp(),
  });
  emitDispute(work, payment, dispute, "CREATED");
  return dispute;
}

/** The provider decides; without an open dispute it opens one first. @throws WalletError when it has decided already */
export function closeDispute(work: UnitOfWork, payment: WalletPayment, how: "won" | "lost"): WalletDispute {
  const dispute = disputeOf(work, payment) ?? openDispute(work, payment);
  if (dispute.outcome !== null) throw new WalletError(422, "DISPUTE_RESOLVED");
  const outcome = how === "won" ? "RESOLVED_SELLER_FAVOUR" : "RESOLVED_BUYER_FAVOUR";
  const closed = work.put<WalletDispute>({ ...dispute, outcome });
  emitDispute(work, payment, closed, "RESOLVED");
  if (how === "lost") emitPayment(work, payment, "REVERSED", reversalView(payment));
  return closed;
}

function emitDispute(work: UnitOfWork, payment: WalletPayment, dispute: WalletDispute, what: string): void {
  emit(work, {
    type: `CUSTOMER.DISPUTE.${what}`,
    subject: subjectOf(payment),
    resourceType: "dispute",
    resource: disputeView(dispute, payment),
  });
}
