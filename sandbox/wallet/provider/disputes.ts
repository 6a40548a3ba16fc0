import type { Work } from "../../state/work";
import { emit } from "../events/emit";
import { WalletError } from "../http/wallet-error";
import { capitals, moment } from "../ids";
import type { WalletDispute, WalletPayment } from "../kept";
import { disputeView } from "../views/dispute";
import { reversalView } from "../views/payment";
import { subjectOf, tell } from "./payments";

/** The dispute about a payment; null when there is none. */
export function disputeOf(work: Work, { id }: WalletPayment): WalletDispute | null {
  return work.all("wallet_dispute").find(({ payment }) => payment === id) ?? null;
}

/** The payer questions a whole payment. @throws WalletError when they do already */
export function openDispute(work: Work, payment: WalletPayment): WalletDispute {
  if (disputeOf(work, payment)) throw new WalletError(422, "ALREADY_DISPUTED");
  const dispute = work.put<WalletDispute>({
    id: `PP-D-${capitals(8)}`,
    object: "wallet_dispute",
    payment: payment.id,
    amount: payment.amount,
    outcome: null,
    created: moment(),
  });
  tellOf(work, payment, dispute, "CREATED");
  return dispute;
}

/** The provider decides, opening the dispute first if there is none. @throws WalletError when it had already decided */
export function closeDispute(work: Work, payment: WalletPayment, how: "won" | "lost"): WalletDispute {
  const dispute = disputeOf(work, payment) ?? openDispute(work, payment);
  if (dispute.outcome !== null) throw new WalletError(422, "DISPUTE_RESOLVED");
  const outcome = how === "won" ? "RESOLVED_SELLER_FAVOUR" : "RESOLVED_BUYER_FAVOUR";
  const closed = work.put<WalletDispute>({ ...dispute, outcome });
  tellOf(work, payment, closed, "RESOLVED");
  if (how === "lost") tell(work, payment, "REVERSED", reversalView(payment));
  return closed;
}

function tellOf(work: Work, payment: WalletPayment, dispute: WalletDispute, what: string): void {
  emit(work, {
    type: `CUSTOMER.DISPUTE.${what}`,
    about: subjectOf(payment),
    resourceType: "dispute",
    resource: disputeView(dispute, payment),
  });
}
