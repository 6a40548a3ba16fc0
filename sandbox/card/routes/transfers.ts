import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { endpoint, ok } from "../http/endpoint";
import { currency, expand, integer, metadata, page, params } from "../http/params";
import { listed, readable } from "../http/readable";
import { createTransfer, findTransfer, reverseTransfer } from "../provider/transfers";

const amount = integer.pipe(z.int().positive());

/** /v1/transfers */
export function transferRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/transfers";
  endpoint(app, sandbox, `POST ${path}`, {
    params: params({
      amount: amount.optional(),
      currency,
      destination: z.string(),
      source_transaction: z.string().optional(),
      transfer_group: z.string().max(500).optional(),
      metadata,
      expand,
    }),
    run: (work, { params }) =>
      ok(
        createTransfer(work, {
          amount: params.amount ?? null,
          currency: params.currency,
          destination: params.destination,
          metadata: params.metadata,
          source: params.source_transaction ?? null,
          group: params.transfer_group ?? null,
        }),
      ),
  });
  readable(app, sandbox, { path, kind: "transfer", filters: ["destination", "transfer_group"] });
  reversalRoutes(app, sandbox);
}

function reversalRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/transfers/:id/reversals";
  endpoint(app, sandbox, `POST ${path}`, {
    params: params({ amount: amount.optional(), metadata, expand }),
    run: (work, { id, params: { amount = null, metadata } }) =>
      ok(reverseTransfer(work, findTransfer(work, id), { amount, metadata })),
  });
  endpoint(app, sandbox, `GET ${path}`, {
    params: params(page),
    run: (work, { id, params }) => {
      const { id: of } = findTransfer(work, id);
      const own = work.all("transfer_reversal").filter(({ transfer }) => transfer === of);
      return listed(path.replace(":id", id), own, params);
    },
  });
}
