import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { endpoint, ok } from "../http/endpoint";
import { listed } from "../http/lists";
import { currency, expand, integer, metadata, page, params } from "../http/params";
import { expire, findCheckout, openCheckout } from "../provider/checkouts";

const address = z.url({ protocol: /^https?$/ });

const lineItem = params({
  quantity: integer.pipe(z.int().min(1).max(999_999)).default(1),
  price_data: params({
    currency,
    unit_amount: integer,
    product_data: params({ name: z.string().min(1).max(250), description: z.string().optional() }),
  }),
});

/** /v1/checkout/sessions, as far as one thing is bought at one price. */
export function checkoutSessionRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/checkout/sessions";
  endpoint(app, sandbox, {
    method: "POST",
    path,
    access: "secret",
    params: params({
      mode: z.literal("payment"),
      line_items: z.array(lineItem).length(1),
      payment_intent_data: params({ description: z.string().max(1_000).optional(), metadata }).default({
        metadata: {},
      }),
      success_url: address,
      cancel_url: address.optional(),
      locale: z.string().max(10).optional(),
      metadata,
      expand,
    }),
    run: (work, { params }) => {
      const { quantity, price_data: price } = params.line_items[0] as z.output<typeof lineItem>;
      const checkout = openCheckout(work, {
        item: price.product_data.name,
        payment: {
          description: params.payment_intent_data.description ?? null,
          metadata: params.payment_intent_data.metadata,
        },
        amount: price.unit_amount * quantity,
        currency: price.currency,
        successUrl: params.success_url,
        cancelUrl: params.cancel_url ?? null,
        locale: params.locale ?? null,
        metadata: params.metadata,
        urlOf: (id) => `${sandbox.options.publicUrl}/checkout/${id}`,
      });
      return ok(checkout.session);
    },
  });
  endpoint(app, sandbox, {
    method: "GET",
    path,
    access: "secret",
    params: params({ payment_intent: z.string().optional(), ...page }),
    run: (work, { params }) => {
      const sessions = work.all("checkout").map(({ session }) => session);
      const { payment_intent: payment } = params;
      return listed(
        path,
        sessions.filter(({ payment_intent: of }) => payment === undefined || of === payment),
        params,
      );
    },
  });
  endpoint(app, sandbox, {
    method: "GET",
    path: `${path}/:id`,
    access: "secret",
    params: params({ expand }),
    run: (work, { id }) => ok(findCheckout(work, id).session),
  });
  endpoint(app, sandbox, {
    method: "POST",
    path: `${path}/:id/expire`,
    access: "secret",
    params: params({ expand }),
    run: (work, { id }) => ok(expire(work, findCheckout(work, id)).session),
  });
}
