import { z } from "zod";
import type { App } from "../../http/app";
import { seconds } from "../../ids";
import type { Sandbox } from "../../sandbox";
import { factsOf, malformed } from "../cards";
import { cardError, found } from "../http/api-error";
import { endpoint, ok } from "../http/endpoint";
import { cardData, expand, integer, metadata, page, params } from "../http/params";
import { listed, readable } from "../http/readable";
import { paidCharge } from "../provider/charges";
import { invoicesOf } from "../provider/invoices";
import { saveCard } from "../provider/outcomes";
import { findPayment } from "../provider/payments";
import { assertNotDisputed, chargeOf, refundCharge } from "../provider/refunds";
import { cancelSubscription, findSubscription } from "../provider/subscriptions";
import { accountRoutes } from "./accounts";
import { balanceRoutes } from "./balances";
import { challengeRoutes } from "./challenge";
import { checkoutRoutes } from "./checkout";
import { checkoutSessionRoutes } from "./checkout-sessions";
import { onboardingRoutes } from "./onboarding";
import { paymentIntentRoutes } from "./payment-intents";
import { transferRoutes } from "./transfers";

/** The card provider's API and pages. */
export function cardRoutes(app: App, sandbox: Sandbox): void {
  paymentIntentRoutes(app, sandbox);
  readable(app, sandbox, { path: "/v1/charges", kind: "charge", filters: ["payment_intent", "customer"] });
  readable(app, sandbox, { path: "/v1/disputes", kind: "dispute", filters: ["charge", "payment_intent"] });
  refundRoutes(app, sandbox);
  accountRoutes(app, sandbox);
  onboardingRoutes(app, sandbox);
  transferRoutes(app, sandbox);
  balanceRoutes(app, sandbox);
  checkoutSessionRoutes(app, sandbox);
  subscriptionRoutes(app, sandbox);
  invoiceRoutes(app, sandbox);
  paymentMethodRoutes(app, sandbox);
  challengeRoutes(app, sandbox);
  checkoutRoutes(app, sandbox);
}

/** /v1/subscriptions. They begin on a hosted page, so there is no call to create one. */
function subscriptionRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/subscriptions";
  readable(app, sandbox, { path, kind: "subscription", filters: ["customer"] });
  endpoint(app, sandbox, `DELETE ${path}/:id`, {
    run: (work, { id }) => ok(cancelSubscription(work, findSubscription(work, id))),
  });
}

/** /v1/payment_methods: a token for a card. */
function paymentMethodRoutes(app: App, sandbox: Sandbox): void {
  endpoint(app, sandbox, "POST /v1/payment_methods", {
    access: "publishable",
    params: params({
      type: z.literal("card"),
      card: cardData,
      expand,
    }),
    run: (work, { params: { card } }) => {
      const refusal = malformed(card, new Date());
      if (refusal) return { status: 402, body: cardError(refusal) };
      const { id, object, brand, last4 } = saveCard(work, factsOf(card.number));
      return ok({ id, object, type: "card", card: { brand, last4 }, created: seconds(), livemode: false });
    },
  });
}

/** /v1/invoices. Payments are included only when `expand[]` names them. */
function invoiceRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/invoices";
  endpoint(app, sandbox, `GET ${path}`, {
    params: params({ subscription: z.string(), status: z.literal("paid").optional(), ...page }),
    run: (work, { params }) => {
      const { subscription, status, expand } = params;
      const invoices = invoicesOf(work, subscription)
        .filter((invoice) => status === undefined || invoice.status === status)
        .map(({ payments, ...invoice }) => ({
          ...invoice,
          ...(expand.includes("data.payments") && { payments }),
        }));
      return listed(path, invoices, params);
    },
  });
}

/** /v1/refunds */
function refundRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/refunds";
  endpoint(app, sandbox, `POST ${path}`, {
    params: params({
      charge: z.string().optional(),
      payment_intent: z.string().optional(),
      amount: integer.pipe(z.int().positive()).optional(),
      metadata,
      expand,
    }),
    run: (work, { params: { charge: id = "", payment_intent: payment, amount = null, metadata } }) => {
      const charge =
        payment === undefined
          ? found(paidCharge(work, id), "charge", id, "charge")
          : chargeOf(work, findPayment(work, payment));
      assertNotDisputed(work, charge);
      return ok(refundCharge(work, charge, { amount, metadata }));
    },
  });
  readable(app, sandbox, { path, kind: "refund", filters: ["charge", "payment_intent"] });
}
