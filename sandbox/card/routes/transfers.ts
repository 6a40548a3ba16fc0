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
    keepsRefusals: true,
    params: params({
      amount: amount.optional(),
      currency,
      destination: z.string(),
      description: z.string().max(1_000).optional(),
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
          description: params.description ?? null,
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
    keepsRefusals: true,
    params: params({
      amount: amount.optional(),
      description: z.string().max(1_000).optional(),
      metadata,
      expand,
    }),
    run: (work, { id, params: { amount = null, metadata } }) =>
      ok(reverseTransfer(work, findTransfer(work, id), { amount, metadata })),
  });
  endpoint(app, sandbox, `GET ${path}`, {
    params: params(page),
    run: (work, { id, params }) =>
      listed(path.replace(":id", id), findTransfer(work, id).reversals.data.toReversed(), params),
  });
}
