import type { UnitOfWork } from "../../state/unit-of-work";
import { link } from "../api";
import { money } from "../money";
import { paymentsOf } from "../provider/payments";
import type { WalletOrder } from "../records";
import { captureView, refundView } from "./payment";

/** An order in the API's format. `publicUrl` is the origin of the approval page. */
export function orderView(work: UnitOfWork, order: WalletOrder, publicUrl: string | null) {
  const payments = paymentsOf(work, order.id);
  const captures = payments.map(captureView);
  const refunds = payments.flatMap((payment) =>
    work
      .all("wallet_refund")
      .filter((refund) => refund.payment === payment.id)
      .map((refund) => refundView(refund, payment)),
  );
  const self = `/v2/checkout/orders/${order.id}`;
  return {
    id: order.id,
    intent: "CAPTURE",
    status: order.status,
    create_time: order.created,
    update_time: order.updated,
    purchase_units: [
      {
        reference_id: order.reference,
        amount: money(order.amount, order.currency),
        ...(order.customId !== null && { custom_id: order.customId }),
        ...(order.description !== null && { description: order.description }),
        ...(captures.length > 0 && {
          payments: { captures, ...(refunds.length > 0 && { refunds }) },
        }),
      },
    ],
    links: [
      link("self", self),
      ...(order.status === "CREATED" ? [link("approve", `${publicUrl}/approve/${order.id}`)] : []),
      link("capture", `${self}/capture`, "POST"),
    ],
  };
}
