import type { Work } from "../../state/work";
import { emit } from "../events/emit";
import { missing, WalletError } from "../http/wallet-error";
import { capitals, moment } from "../ids";
import type { WalletPayment } from "../kept";
import { captureView, saleView } from "../views/payment";

type Wanted = Pick<WalletPayment, "of" | "amount" | "currency" | "customId"> & {
  status?: "COMPLETED" | "PENDING";
  at?: string;
};

/** Takes money. Cents. */
export function takePayment(
  work: Work,
  { status = "COMPLETED", at = moment(), ...wanted }: Wanted,
): WalletPayment {
  const payment = work.put<WalletPayment>({
    id: capitals(17),
    object: "wallet_payment",
    status,
    refunded: 0,
    created: at,
    ...wanted,
  });
  tell(work, payment, status);
  return payment;
}

/** The bank decides about a payment that was pending. @throws WalletError when it was not */
export function decide(work: Work, payment: WalletPayment, status: "COMPLETED" | "DECLINED"): WalletPayment {
  if (payment.status !== "PENDING") throw new WalletError(422, "INVALID_RESOURCE_STATE");
  const decided = work.put<WalletPayment>({ ...payment, status });
  tell(work, decided, status === "COMPLETED" ? "COMPLETED" : "DENIED");
  return decided;
}

/** @throws WalletError 404 */
export function findPayment(work: Work, id: string): WalletPayment {
  const payment = work.find("wallet_payment", id);
  if (!payment) throw missing();
  return payment;
}

/** What was paid for an order or a subscription, oldest first. */
export function paymentsOf(work: Work, subject: string): WalletPayment[] {
  return work.all("wallet_payment").filter((payment) => subjectOf(payment) === subject);
}

/** The order or subscription that was paid. */
export function subjectOf({ of }: WalletPayment): string {
  return "order" in of ? of.order : of.subscription;
}

/** Tells of a payment as its kind is told of. */
export function tell(work: Work, payment: WalletPayment, what: string, resource?: object): void {
  const isSale = "subscription" in payment.of;
  emit(work, {
    type: `PAYMENT.${isSale ? "SALE" : "CAPTURE"}.${what}`,
    about: subjectOf(payment),
    resourceType: resource ? "refund" : isSale ? "sale" : "capture",
    resource: resource ?? (isSale ? saleView(payment) : captureView(payment)),
  });
}
