import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { certificateUrl, isSigned } from "../events";
import { created, endpoint, injectedError, ok } from "../http/endpoint";
import { issueToken } from "../http/token";
import { found, WalletError } from "../http/wallet-error";
import { moneyInput } from "../money";
import { findPayment } from "../provider/payments";
import { refundPayment } from "../provider/refunds";
import { disputeView } from "../views/dispute";
import { captureView, refundView, saleRefundView, saleView } from "../views/payment";
import { approveRoutes } from "./approve";
import { orderRoutes } from "./orders";
import { payoutRoutes } from "./payouts";
import { planRoutes } from "./plans";
import { subscriptionRoutes } from "./subscriptions";

/** The wallet provider's API and pages. */
export function walletRoutes(app: App, sandbox: Sandbox): void {
  tokenRoutes(app, sandbox);
  orderRoutes(app, sandbox);
  paymentRoutes(app, sandbox);
  planRoutes(app, sandbox);
  subscriptionRoutes(app, sandbox);
  disputeRoutes(app, sandbox);
  payoutRoutes(app, sandbox);
  verifyRoutes(app, sandbox);
  approveRoutes(app, sandbox);
}

/** /v1/oauth2/token */
function tokenRoutes(app: App, { options, faults }: Sandbox): void {
  app.post("/v1/oauth2/token", async (c) => {
    const failure = faults.take("failNext", { call: "POST /v1/oauth2/token" });
    if (failure) throw injectedError(failure);
    const token = issueToken(options.wallet, c.req.header("authorization"));
    const grant = new URLSearchParams(await c.req.text()).get("grant_type");
    if (grant !== "client_credentials") throw new WalletError(400, "unsupported_grant_type");
    return c.json(token);
  });
}

/** /v1/notifications/verify-webhook-signature: whether an event came from this sandbox. */
function verifyRoutes(app: App, sandbox: Sandbox): void {
  const text = z.string().min(1).max(500);
  endpoint(app, sandbox, "POST /v1/notifications/verify-webhook-signature", {
    input: z.strictObject({
      auth_algo: text,
      cert_url: text,
      transmission_id: text,
      transmission_sig: text,
      transmission_time: text,
      webhook_id: text,
      webhook_event: z.record(z.string(), z.unknown()),
    }),
    run: (_work, { input }) => {
      const transmission = {
        id: input.transmission_id,
        time: input.transmission_time,
        webhookId: input.webhook_id,
        body: JSON.stringify(input.webhook_event, null, 2),
      };
      const ours = input.cert_url === certificateUrl(sandbox.options);
      const valid = ours && isSigned(sandbox.options, transmission, input.transmission_sig);
      return ok({ verification_status: valid ? "SUCCESS" : "FAILURE" });
    },
  });
}

/** /v1/customer/disputes */
function disputeRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/customer/disputes";
  endpoint(app, sandbox, `GET ${path}`, {
    input: z.strictObject({ disputed_transaction_id: z.string() }),
    run: (work, { input }) => {
      const disputes = work
        .all("wallet_dispute")
        .filter(({ payment }) => payment === input.disputed_transaction_id);
      const items = disputes.map((dispute) => {
        const { dispute_id, create_time, reason, status, dispute_amount, links } = disputeView(
          dispute,
          findPayment(work, dispute.payment),
        );
        return { dispute_id, create_time, reason, status, dispute_amount, links };
      });
      return ok({ items, links: [] });
    },
  });
  endpoint(app, sandbox, `GET ${path}/:id`, {
    run: (work, { id }) => {
      const dispute = found(work.find("wallet_dispute", id));
      return ok(disputeView(dispute, findPayment(work, dispute.payment)));
    },
  });
}

/** /v2/payments/captures for all payments, and /v1/payments/sale, the older API, for those of subscriptions. */
function paymentRoutes(app: App, sandbox: Sandbox): void {
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
}
