import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import type { DisputeInfo } from "../api";
import { endpoint, nothing, ok } from "../http/endpoint";
import { missing } from "../http/wallet-error";
import { findPayment } from "../provider/payments";
import { disputeView } from "../views/dispute";

/** /v1/customer/disputes */
export function disputeRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/customer/disputes";
  endpoint(app, sandbox, {
    method: "GET",
    path,
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
        const item: DisputeInfo = { dispute_id, create_time, reason, status, dispute_amount, links };
        return item;
      });
      return ok({ items, links: [] });
    },
  });
  endpoint(app, sandbox, {
    method: "GET",
    path: `${path}/:id`,
    input: nothing,
    run: (work, { id }) => {
      const dispute = work.find("wallet_dispute", id);
      if (!dispute) throw missing();
      return ok(disputeView(dispute, findPayment(work, dispute.payment)));
    },
  });
}
