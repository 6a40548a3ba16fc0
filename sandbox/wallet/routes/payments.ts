import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { created, endpoint, ok } from "../http/endpoint";
import { found } from "../http/wallet-error";
import { moneyInput } from "../money";
import { findPayment } from "../provider/payments";
import { refundPayment } from "../provider/refunds";
import { captureView, refundView, saleRefundView, saleView } from "../views/payment";

/** /v2/payments/captures for all payments, and /v1/payments/sale, the older API, for those of subscriptions. */
export function paymentRoutes(app: App, sandbox: Sandbox): void {
  endpoint(app, sandbox, "GET /v2/payments/captures/:id", {
    run: (work, { id }) => ok(captureView(findPayment(work, id))),
  });
  endpoint(app, sandbox, "POST /v2/payments/captures/:id/refund", {
    input: z.strictObject({ amount: moneyInput.optional() }),
    run: (work, { id, input }) => {
      const payment = findPayment(work, id);
      return created(refundView(refundPayment(work, payment, input.amount?.amount ?? null), payment));
    },
  });
  for (const [path, view] of [
    ["/v2/payments/refunds/:id", refundView],
    ["/v1/payments/refund/:id", saleRefundView],
  ] as const) {
    endpoint(app, sandbox, `GET ${path}`, {
      run: (work, { id }) => {
        const refund = found(work.find("wallet_refund", id));
        return ok(view(refund, findPayment(work, refund.payment)));
      },
    });
  }
  endpoint(app, sandbox, "GET /v1/payments/sale/:id", {
    run: (work, { id }) => ok(saleView(findPayment(work, id))),
  });
  endpoint(app, sandbox, "POST /v1/payments/sale/:id/refund", {
    run: (work, { id }) => {
      const payment = findPayment(work, id);
      return created(saleRefundView(refundPayment(work, payment, null), payment));
    },
  });
}
