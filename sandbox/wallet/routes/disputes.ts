import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { described } from "../api";
import { endpoint, ok } from "../http/endpoint";
import { found } from "../http/wallet-error";
import { findPayment } from "../provider/payments";
import { disputeView } from "../views/dispute";

/** /v1/customer/disputes */
export function disputeRoutes(app: App, sandbox: Sandbox): void {
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
        return described("disputeInfo", { dispute_id, create_time, reason, status, dispute_amount, links });
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
