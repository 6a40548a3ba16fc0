import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import { ApiError } from "../http/api-error";
import { endpoint, ok } from "../http/endpoint";
import { currency, expand, integer, metadata, params } from "../http/params";
import { expire, findCheckout, openCheckout } from "../provider/checkouts";

const address = z.url({ protocol: /^https?$/ });

const lineItem = params({
  quantity: integer.pipe(z.int().min(1).max(999_999)).default(1),
  price_data: params({
    currency,
    unit_amount: integer,
    recurring: params({ interval: z.literal("month") }).optional(),
    product_data: params({ name: z.string().min(1).max(250) }),
  }),
});

/** /v1/checkout/sessions, for one item at one price. */
export function checkoutSessionRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/checkout/sessions";
  endpoint(app, sandbox, `POST ${path}`, {
    params: params({
      mode: z.enum(["payment", "subscription"]),
      line_items: z.array(lineItem).length(1),
      payment_intent_data: params({ description: z.string().max(1_000).optional(), metadata }).optional(),
      subscription_data: params({ metadata }).optional(),
      success_url: address,
      cancel_url: address.optional(),
      locale: z.string().max(10).optional(),
      metadata,
      expand,
    }),
    run: (work, { params }) => {
      const { quantity, price_data: price } = params.line_items[0] as z.output<typeof lineItem>;
      assertMode(params.mode, {
        recurring: price.recurring !== undefined,
        payment: params.payment_intent_data !== undefined,
        subscription: params.subscription_data !== undefined,
      });
      const checkout = openCheckout(work, {
        item: price.product_data.name,
        payment: params.payment_intent_data?.metadata ?? {},
        ...(params.mode === "subscription" && {
          monthly: { metadata: params.subscription_data?.metadata ?? {}, payment: null },
        }),
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
  endpoint(app, sandbox, `GET ${path}/:id`, {
    run: (work, { id }) => ok(findCheckout(work, id).session),
  });
  endpoint(app, sandbox, `POST ${path}/:id/expire`, {
    run: (work, { id }) => ok(expire(work, findCheckout(work, id)).session),
  });
}

type Parameters = { recurring: boolean; payment: boolean; subscription: boolean };

/** A recurring price needs a subscription, and each mode has its own data. @throws ApiError */
function assertMode(
  mode: "payment" | "subscription",
  { recurring, payment, subscription }: Parameters,
): void {
  const wrong = (param: string, message: string) =>
    new ApiError(400, message, { code: "parameter_invalid", param });
  const isSubscription = mode === "subscription";
  if (recurring !== isSubscription) {
    throw wrong(
      "line_items",
      `You must provide ${isSubscription ? "at least one recurring price" : "one-time prices"} in \`${mode}\` mode.`,
    );
  }
  if (isSubscription ? payment : subscription) {
    const param = isSubscription ? "payment_intent_data" : "subscription_data";
    throw wrong(param, `You can not pass \`${param}\` in \`${mode}\` mode.`);
  }
}
