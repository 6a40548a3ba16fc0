import type Stripe from "stripe";
import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { found } from "../http/api-error";
import { endpoint, ok } from "../http/endpoint";
import { expand, page, params } from "../http/params";
import { listed } from "../http/readable";
import { subscriptionIdOf } from "../provider/invoices";

/** /v1/invoices. Payments are included only when `expand[]` names them. */
export function invoiceRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/invoices";
  endpoint(app, sandbox, `GET ${path}`, {
    params: params({
      subscription: z.string().optional(),
      status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
      ...page,
    }),
    run: (work, { params }) => {
      const { subscription, status, expand } = params;
      const invoices = work
        .all("invoice")
        .filter((invoice) => subscription === undefined || subscriptionIdOf(invoice) === subscription)
        .filter((invoice) => status === undefined || invoice.status === status);
      return listed(path, invoices.map(withPayments(expand.includes("data.payments"))), params);
    },
  });
  endpoint(app, sandbox, `GET ${path}/:id`, {
    params: params({ expand }),
    run: (work, { id, params }) => {
      const invoice = found(work.find("invoice", id), "invoice", id);
      return ok(withPayments(params.expand.includes("payments"))(invoice));
    },
  });
}

function withPayments(payments: boolean): (invoice: Stripe.Invoice) => Stripe.Invoice {
  return (invoice) => {
    const { payments: _payments, ...rest } = invoice;
    return payments ? invoice : rest;
  };
}
