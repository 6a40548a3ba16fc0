import { z } from "zod";
import type { App } from "../../http/app";
import { seconds } from "../../ids";
import type { Sandbox } from "../../sandbox";
import { factsOf, malformed } from "../cards";
import { cardError } from "../http/api-error";
import { endpoint, ok } from "../http/endpoint";
import { cardData, expand, params } from "../http/params";
import { readable } from "../http/readable";
import { saveCard } from "../provider/outcomes";
import { cancelSubscription, findSubscription } from "../provider/subscriptions";
import { accountRoutes } from "./accounts";
import { balanceRoutes } from "./balances";
import { challengeRoutes } from "./challenge";
import { checkoutRoutes } from "./checkout";
import { checkoutSessionRoutes } from "./checkout-sessions";
import { invoiceRoutes } from "./invoices";
import { onboardingRoutes } from "./onboarding";
import { paymentIntentRoutes } from "./payment-intents";
import { refundRoutes } from "./refunds";
import { transferRoutes } from "./transfers";

/** The card provider's API and pages. */
export function cardRoutes(app: App, sandbox: Sandbox): void {
  paymentIntentRoutes(app, sandbox);
  chargeRoutes(app, sandbox);
  refundRoutes(app, sandbox);
  accountRoutes(app, sandbox);
  onboardingRoutes(app, sandbox);
  transferRoutes(app, sandbox);
  balanceRoutes(app, sandbox);
  disputeRoutes(app, sandbox);
  eventRoutes(app, sandbox);
  checkoutSessionRoutes(app, sandbox);
  subscriptionRoutes(app, sandbox);
  invoiceRoutes(app, sandbox);
  paymentMethodRoutes(app, sandbox);
  challengeRoutes(app, sandbox);
  checkoutRoutes(app, sandbox);
}

/** /v1/charges */
function chargeRoutes(app: App, sandbox: Sandbox): void {
  readable(app, sandbox, { path: "/v1/charges", kind: "charge", filters: ["payment_intent", "customer"] });
}

/** /v1/disputes */
function disputeRoutes(app: App, sandbox: Sandbox): void {
  readable(app, sandbox, { path: "/v1/disputes", kind: "dispute", filters: ["charge", "payment_intent"] });
}

/** /v1/events */
function eventRoutes(app: App, sandbox: Sandbox): void {
  readable(app, sandbox, {
    path: "/v1/events",
    kind: "event",
    filters: ["type"],
    onAccount: true,
    view: (event) => ({ ...event, pending_webhooks: sandbox.store.outcomeOf(event.id) ? 0 : 1 }),
  });
}

/** /v1/subscriptions. They begin on a hosted page, so there is no call to create one. */
function subscriptionRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/subscriptions";
  readable(app, sandbox, { path, kind: "subscription", filters: ["customer"] });
  endpoint(app, sandbox, `DELETE ${path}/:id`, {
    params: params({
      invoice_now: z.literal("false").optional(),
      prorate: z.literal("false").optional(),
      expand,
    }),
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
      billing_details: z.record(z.string(), z.unknown()).optional(),
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
