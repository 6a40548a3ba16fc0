import type { UnitOfWork } from "../../state/unit-of-work";
import { emit } from "../events";
import { found, WalletError } from "../http/wallet-error";
import { randomId, timestamp } from "../ids";
import type { WalletPayment } from "../records";
import { captureView, saleView } from "../views/payment";

type Wanted = Pick<WalletPayment, "of" | "amount" | "currency" | "customId"> & {
  status?: "COMPLETED" | "PENDING";
  at?: string;
};

/** Records a payment. `amount` in cents. */
export function takePayment(
  work: UnitOfWork,
  { status = "COMPLETED", at = timestamp(), ...wanted }: Wanted,
): WalletPayment {
  const payment = work.put<WalletPayment>({
    id: randomId(17),
    object: "wallet_payment",
    status,
    refunded: 0,
    created: at,
    ...wanted,
  });
  emitPayment(work, payment, status);
  return payment;
}

/** The bank decides about a pending payment. @throws WalletError when it is not pending */
export function decide(
  work: UnitOfWork,
  payment: WalletPayment,
  status: "COMPLETED" | "DECLINED",
): WalletPayment {
  if (payment.status !== "PENDING") throw new WalletError(422, "INVALID_RESOURCE_STATE");
  const decided = work.put<WalletPayment>({ ...payment, status });
  emitPayment(work, decided, status === "COMPLETED" ? "COMPLETED" : "DENIED");
  return decided;
}

/** @throws WalletError 404 */
export function findPayment(work: UnitOfWork, id: string): WalletPayment {
  return found(work.find("wallet_payment", id));
}

/** The payments of an order or a subscription, oldest first. */
export function paymentsOf(work: UnitOfWork, subject: string): WalletPayment[] {
  return work.all("wallet_payment").filter((payment) => subjectOf(payment) === subject);
}

/** The id of the order or subscription that was paid. */
export function subjectOf({ of }: WalletPayment): string {
  return "order" in of ? of.order : of.subscription;
}

/** Adds a payment's event: `PAYMENT.SALE.*` for a subscription, `PAYMENT.CAPTURE.*` for an order. */
export function emitPayment(work: UnitOfWork, payment: WalletPayment, what: string, resource?: object): void {
  const isSale = "subscription" in payment.of;
  emit(work, {
    type: `PAYMENT.${isSale ? "SALE" : "CAPTURE"}.${what}`,
    subject: subjectOf(payment),
    resourceType: resource ? "refund" : isSale ? "sale" : "capture",
    resource: resource ?? (isSale ? saleView(payment) : captureView(payment)),
  });
}
