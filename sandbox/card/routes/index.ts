import type Stripe from "stripe";
import { z } from "zod";
import type { App } from "../../http/app";
import { seconds } from "../../ids";
import type { Sandbox } from "../../sandbox";
import type { UnitOfWork } from "../../state/unit-of-work";
import { factsOf, malformed } from "../cards";
import { ApiError, cardError, found, missing } from "../http/api-error";
import { endpoint, ok } from "../http/endpoint";
import { cardData, expand, integer, metadata, page, params } from "../http/params";
import { listed, readable } from "../http/readable";
import { subscriptionIdOf } from "../provider/invoices";
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

/** /v1/invoices. Payments are included only when `expand[]` names them. */
function invoiceRoutes(app: App, sandbox: Sandbox): void {
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

const subject = { charge: z.string().optional(), payment_intent: z.string().optional() };

/** /v1/refunds */
function refundRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/refunds";
  endpoint(app, sandbox, `POST ${path}`, {
    params: params({
      ...subject,
      amount: integer.pipe(z.int().positive()).optional(),
      reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
      metadata,
      expand,
    }),
    run: (work, { params }) => {
      const charge = findCharge(work, params);
      assertNotDisputed(work, charge);
      const { amount = null, reason = null, metadata } = params;
      return ok(refundCharge(work, charge, { amount, reason, metadata }));
    },
  });
  readable(app, sandbox, { path, kind: "refund", filters: ["charge", "payment_intent"] });
}

type Named = { charge?: string | undefined; payment_intent?: string | undefined };

function findCharge(work: UnitOfWork, named: Named): Stripe.Charge {
  if (named.payment_intent !== undefined) return chargeOf(work, findPayment(work, named.payment_intent));
  if (named.charge === undefined) {
    throw new ApiError(
      400,
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  }
  const charge = work.find("charge", named.charge);
  if (!charge?.paid) throw missing("charge", named.charge, "charge");
  return charge;
}
