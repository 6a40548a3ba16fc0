import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { ApiError } from "./card/http/api-error";
import { cardRoutes } from "./card/routes";
import type { App } from "./http/app";
import { Failure } from "./http/failure";
import { orderRoutes } from "./orders/routes";
import type { Sandbox } from "./sandbox";
import { walletRoutes } from "./wallet/routes";

const MAX_BODY = 64 * 1024;

/**
 * The payments sandbox over HTTP.
 *
 * The card provider's API, form-encoded, with its objects, errors, `expand[]`, lists (`limit`, `starting_after`) and idempotency keys:
 *
 *   POST /v1/payment_intents                create                          secret key
 *   GET  /v1/payment_intents                list                            secret key
 *   GET  /v1/payment_intents/:id            retrieve                        secret key, or publishable key and client_secret
 *   POST /v1/payment_intents/:id/confirm    pay with a card                 secret key, or publishable key and client_secret
 *   POST /v1/payment_intents/:id/cancel     end                             secret key
 *   GET  /v1/charges, /v1/charges/:id       list (payment_intent, customer) secret key
 *   POST /v1/refunds                        give back, in full or in part   secret key
 *   GET  /v1/refunds, /v1/refunds/:id       list (charge, payment_intent)   secret key
 *   GET  /v1/disputes, /v1/disputes/:id     list (charge, payment_intent)   secret key
 *   GET  /v1/events, /v1/events/:id         list (type), retrieve           secret key
 *   POST /v1/checkout/sessions              open a page to pay on           secret key
 *   GET  /v1/checkout/sessions              list (payment_intent)           secret key
 *   GET  /v1/checkout/sessions/:id          retrieve                        secret key
 *   POST /v1/checkout/sessions/:id/expire   close a page nobody paid on     secret key
 *   GET  /v1/subscriptions, …/:id           list (customer), retrieve       secret key
 *   DELETE /v1/subscriptions/:id            end at once                     secret key
 *   GET  /v1/invoices, /v1/invoices/:id     list (subscription, status)     secret key
 *   POST /v1/payment_methods                a card becomes a token          secret key, or publishable key
 *   GET  /checkout/:id, POST /checkout/:id  the page to pay on
 *   GET  /3ds/:id, POST /3ds/:id            the card holder's 3-D Secure page
 *
 * The wallet provider's API, JSON, with its objects, errors and request ids (`PayPal-Request-Id`), for whoever has a token:
 *
 *   POST /v1/oauth2/token                             a token for the application's id and secret
 *   POST /v2/checkout/orders, GET …/:id               ask for a payment, retrieve
 *   POST /v2/checkout/orders/:id/capture              take the money of an approved order
 *   GET  /v2/payments/captures/:id, POST …/refund     a payment of an order or a subscription; give back, in full or in part
 *   GET  /v2/payments/refunds/:id                     what was given back of an order's payment
 *   GET  /v1/payments/refund/:id                      what was given back of a subscription's payment
 *   GET  /v1/payments/sale/:id, POST …/refund         a subscription's payment by its older name
 *   POST /v1/catalogs/products                        name what is sold
 *   POST /v1/billing/plans, GET …, GET …/:id          a monthly price; list (product_id), retrieve
 *   POST /v1/billing/subscriptions, GET …/:id         ask for a subscription, retrieve
 *   POST /v1/billing/subscriptions/:id/cancel         end
 *   GET  /v1/billing/subscriptions/:id/transactions   list its payments (start_time, end_time, page)
 *   GET  /v1/customer/disputes, GET …/:id             list (disputed_transaction_id), retrieve
 *   POST /v1/notifications/verify-webhook-signature   whether an event came from here
 *   GET  /approve/:token, POST /approve/:token        the payer's page: agree, agree without money, or cancel
 *
 * Both:
 *
 *   GET  /health                            200 when it answers
 *
 * Orders for tests, JSON, with the card provider's secret key as a bearer token:
 *
 *   POST   /_sandbox/orders                 { one instruction, scope?: { payment?, call?, event? }, times?: 1 }
 *     decline: "insufficient_funds", …      a confirmation is refused, whatever the card; so is a capture, whatever the reason
 *     process: true                         a confirmation stays processing, until told to succeed or fail; a capture stays pending
 *     refuse: "PAYEE_BLOCKED_TRANSACTION"   a wallet call, named by the scope, is refused with one of its issues
 *     lag: true                             a list of a subscription's payments lacks the newest one
 *     failNext: 400 | 403 | … | 503         a call fails before it does anything
 *     timeoutAfterActing: "silence" | "cut" a call acts and then never answers, or loses its connection
 *     answerAfterMs: n                      a call acts and answers later
 *     lose: true                            an event is not delivered
 *     duplicate: n                          an event is delivered n times at once
 *     reorder: n                            n events are kept until all have come, then delivered last first
 *     delayMs: n                            an event is delivered later, and others overtake it
 *   DELETE /_sandbox/orders                 forget all orders, send what is held
 *   POST   /_sandbox/payments/:id/succeed | fail | refund | dispute | lose-dispute | win-dispute
 *   POST   /_sandbox/subscriptions/:id/…    by card: renew { at? } | fail-renewal | bill | unpaid | cancel
 *   POST   /_sandbox/wallet/:id/…           by the id of
 *     an order                              approve | complete | deny | refund | dispute | lose-dispute | win-dispute
 *     a subscription                        approve | activate | collect { at? } | renew { at? } | fail-renewal |
 *                                           suspend | expire | cancel
 *     a payment of a subscription           refund { amount? } | dispute | lose-dispute | win-dispute
 *   POST   /_sandbox/events/:id/resend      { copies?: 1 }: delivered now, all at once; answers { statuses }
 *   GET    /_sandbox/state                  all objects, what became of each event, the orders that stand, the last calls
 *
 * A browser makes a token of a card as the provider's own library does, through the application's door (/api/sandbox/v1/payment_methods), form
 * encoded: `key` (the publishable key), `type=card`, `card[number]`, `card[exp_month]`, `card[exp_year]`, `card[cvc]`. The answer is 200
 * `{ id: "pm_…", card: { brand, last4 } }`, or 402 `{ error: { code, message, param } }` for a card that cannot be right. Of the card, brand and
 * last four digits are kept.
 *
 * A scope's `call` is written as above (`POST /v1/payment_intents/:id/confirm`), its `event` is a type (`charge.refunded`), its
 * `payment` is the id of a payment, an order or a subscription.
 */
export function createRouter(sandbox: Sandbox): App {
  const app: App = new Hono<{ Bindings: HttpBindings }>();
  app.use(
    bodyLimit({ maxSize: MAX_BODY, onError: () => failure(new ApiError(413, "The body is too large.")) }),
  );
  app.use(async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
    c.header("X-Content-Type-Options", "nosniff");
  });
  app.get("/health", (c) => c.json({ status: "ok" }));
  cardRoutes(app, sandbox);
  walletRoutes(app, sandbox);
  orderRoutes(app, sandbox);
  app.notFound((c) =>
    failure(new ApiError(404, `Unrecognized request URL (${c.req.method}: ${c.req.path}).`)),
  );
  app.onError((error) => {
    if (error instanceof Failure) return failure(error);
    console.error(error);
    return failure(new ApiError(500, "An unknown error occurred.", { type: "api_error" }));
  });
  return app;
}

function failure(error: Failure): Response {
  return Response.json(error.body, { status: error.status as ContentfulStatusCode });
}
