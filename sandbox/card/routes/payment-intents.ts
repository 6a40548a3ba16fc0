import type Stripe from "stripe";
import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import type { UnitOfWork } from "../../state/unit-of-work";
import { malformed, PHONE_CARD, PHONES } from "../cards";
import { ApiError, cardError, missing } from "../http/api-error";
import type { Caller } from "../http/auth";
import { endpoint, ok } from "../http/endpoint";
import { cardData, created, currency, expand, integer, isIn, metadata, page, params } from "../http/params";
import { listed } from "../http/readable";
import { checkoutOf } from "../provider/checkouts";
import { presentCard, redirectToBank } from "../provider/confirm-payment";
import { cancel, createPayment, findPayment } from "../provider/payments";
import { isType, METHODS, methodsOf, orderFor } from "../provider/settings";
import type { PhoneWallet } from "../records";

/** What a payment can be made with, as the API names it. */
const type = z.enum(METHODS.filter(isType));

const confirmation = params({
  client_secret: z.string().optional(),
  return_url: z.url({ protocol: /^https?$/ }),
  payment_method: z.string().optional(),
  payment_method_data: z
    .discriminatedUnion("type", [
      params({ type: z.literal("card"), card: cardData }),
      params({ type: z.literal("ideal"), billing_details: z.unknown().optional() }),
      params({ type: z.literal("bancontact"), billing_details: params({ name: z.string().min(1) }) }),
    ])
    .optional(),
  expand,
});

/** /v1/payment_intents */
export function paymentIntentRoutes(app: App, sandbox: Sandbox): void {
  const { store } = sandbox;
  const path = "/v1/payment_intents";

  endpoint(app, sandbox, `POST ${path}`, {
    params: params({
      amount: integer,
      currency,
      description: z.string().max(1_000).optional(),
      metadata,
      automatic_payment_methods: params({ enabled: z.literal("true") }).optional(),
      excluded_payment_method_types: z.array(type).default([]),
      expand,
    }),
    run: (work, { params: { amount, currency, metadata, ...wanted } }) => {
      const excluded = wanted.excluded_payment_method_types;
      const types = methodsOf(work).filter((each) => isType(each) && !excluded.includes(each));
      return ok(createPayment(work, { amount, currency, metadata, types }));
    },
  });

  endpoint(app, sandbox, `GET ${path}`, {
    params: params({ created, ...page }),
    run: (_work, { params }) => {
      const begun = store.all("payment_intent").filter((each) => isIn(params.created, each.created));
      return listed(path, begun, params);
    },
  });

  endpoint(app, sandbox, `GET ${path}/:id`, {
    access: "publishable",
    params: params({ client_secret: z.string().optional(), expand }),
    run: (work, { id, params, caller }) => ok(allowedPayment(work, id, caller, params.client_secret)),
  });

  endpoint(app, sandbox, `POST ${path}/:id/confirm`, {
    access: "publishable",
    params: confirmation,
    asksBank: true,
    run: (work, { id, params, caller }) => {
      const intent = allowedPayment(work, id, caller, params.client_secret);
      const { payment_method_data: data, payment_method: token } = params;
      const wallet = PHONES.get(token);
      assertOffered(work, intent, data?.type ?? "card", wallet);
      if (data && data.type !== "card") {
        return redirectToBank(sandbox, work, intent, { bank: data.type, returnUrl: params.return_url });
      }
      const card = data?.card;
      const refusal = card && malformed(card, new Date());
      if (refusal) return { status: 402, body: cardError(refusal) };
      const number = card?.number ?? (wallet && PHONE_CARD);
      if (!number) throw missing("PaymentMethod", token ?? "", "payment_method");
      return presentCard(sandbox, work, intent, { number, returnUrl: params.return_url, wallet });
    },
  });

  endpoint(app, sandbox, "GET /v1/elements/sessions", {
    access: "publishable",
    params: params({ client_secret: z.string(), locale: z.string().optional() }),
    run: (work, { params }) => {
      const [id = ""] = params.client_secret.split("_secret_");
      const { payment_method_types: types } = allowedPayment(work, id, "publishable", params.client_secret);
      const offered = methodsOf(work).filter((each) => types.includes(isType(each) ? each : "card"));
      return ok({ object: "elements.session", methods: orderFor(offered, params.locale) });
    },
  });

  endpoint(app, sandbox, `POST ${path}/:id/cancel`, {
    params: params({ cancellation_reason: z.literal("abandoned").optional(), expand }),
    run: (work, { id }) => {
      if (checkoutOf(work, id)) throw belongsToCheckout();
      return ok(cancel(work, findPayment(work, id)));
    },
  });
}

/** The payment, for a caller with the secret key or its client secret. To others it does not exist. */
function allowedPayment(
  work: UnitOfWork,
  id: string,
  caller: Caller,
  clientSecret?: string,
): Stripe.PaymentIntent {
  const intent = findPayment(work, id);
  if (clientSecret === undefined && caller === "secret") return intent;
  if (clientSecret !== intent.client_secret) throw missing("payment_intent", id, "intent");
  return intent;
}

/** @throws ApiError for what the payment, or the account, does not offer */
function assertOffered(
  work: UnitOfWork,
  { payment_method_types: types }: Stripe.PaymentIntent,
  type: string,
  wallet?: PhoneWallet,
): void {
  if (types.includes(type) && (!wallet || methodsOf(work).includes(wallet))) return;
  const message = `The payment method type "${wallet ?? type}" is not offered for this PaymentIntent.`;
  throw new ApiError(400, message, { code: "payment_method_not_available", param: "payment_method" });
}

function belongsToCheckout(): ApiError {
  return new ApiError(400, "You cannot cancel the PaymentIntent of a Checkout Session: expire the session.");
}
