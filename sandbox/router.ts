import { isIP } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { ApiError } from "./card/http/api-error";
import { cardRoutes } from "./card/routes";
import { controlRoutes } from "./control/routes";
import { type App, Failure } from "./http/app";
import { mailPageRoutes } from "./mail/routes";
import { pushRoutes } from "./push/routes";
import type { Sandbox } from "./sandbox";
import { walletRoutes } from "./wallet/routes";

const MAX_BODY = 64 * 1024;

/**
 * The payments sandbox over HTTP.
 *
 * The card provider's API: form-encoded, with its objects, errors, `expand[]`, lists (`limit`, `starting_after`) and
 * idempotency keys. Calls marked * also take the publishable key with the payment's client secret; the others need the
 * secret key. Those marked @ are made for a connected account with the header `Stripe-Account`. The calls of /v2 are
 * JSON and need the header `Stripe-Version`.
 *
 *   POST /v1/payment_intents                  create
 *   GET  /v1/payment_intents                  list
 *   GET  /v1/payment_intents/:id           *  retrieve
 *   POST /v1/payment_intents/:id/confirm   *  pay with a card or a phone, or go to a page of a bank
 *   GET  /v1/elements/sessions             *  what a payment's form offers (client_secret)
 *   POST /v1/payment_intents/:id/cancel       cancel
 *   GET  /v1/charges, /v1/charges/:id         list (payment_intent, customer), retrieve
 *   POST /v1/refunds                          refund in full or in part
 *   GET  /v1/refunds, /v1/refunds/:id         list (charge, payment_intent), retrieve
 *   GET  /v1/disputes, /v1/disputes/:id       list (charge, payment_intent), retrieve
 *   POST /v1/checkout/sessions                open a hosted page
 *   GET  /v1/checkout/sessions/:id            retrieve
 *   POST /v1/checkout/sessions/:id/expire     close an unpaid page
 *   GET  /v1/subscriptions, …/:id             list (customer), retrieve
 *   DELETE /v1/subscriptions/:id              cancel at once
 *   GET  /v1/invoices                         list (subscription, status)
 *   POST /v1/payment_methods               *  make a token of a card
 *   POST /v2/core/accounts, GET …/:id         open an account for a receiver; retrieve (include)
 *   POST /v2/core/accounts/:id/close          close an empty account
 *   POST /v2/core/account_links               a link to the hosted page of an account
 *   GET  /v1/accounts/:id/external_accounts   its bank account
 *   POST /v1/transfers, GET …, GET …/:id      move money to an account; list (destination, transfer_group); retrieve
 *   POST /v1/transfers/:id/reversals, GET …   take it back in full or in part; list
 *   POST /v1/payouts, GET …, GET …/:id     @  send money to the bank; list (status); retrieve
 *   GET  /v1/balance                       @  what is available and pending
 *   GET  /v1/balance_settings, POST …      @  the payout schedule
 *   GET  /v1/balance_transactions, …/:id   @  list (source, type, currency), retrieve
 *   GET  /checkout/:id, POST /checkout/:id    the hosted page
 *   GET  /3ds/:id, POST /3ds/:id              the 3-D Secure page
 *   GET  /bank/:id, POST /bank/:id            the page of a bank: pays, answers later, refuses, is left
 *   GET  /onboarding/:id, POST …              the page where a receiver says who they are
 *
 * The wallet provider's API: JSON, with its objects, errors and request ids (`PayPal-Request-Id`). Calls need a token.
 *
 *   POST /v1/oauth2/token                             get a token for the client id and secret
 *   POST /v2/checkout/orders, GET …/:id               create, retrieve
 *   POST /v2/checkout/orders/:id/capture              capture an approved order
 *   GET  /v2/payments/captures/:id, POST …/refund     retrieve a payment; refund in full or in part
 *   GET  /v2/payments/refunds/:id                     retrieve a refund of an order's payment
 *   GET  /v1/payments/refund/:id                      retrieve a refund of a subscription's payment
 *   GET  /v1/payments/sale/:id                        a subscription's payment in the older API
 *   POST /v1/catalogs/products                        create
 *   POST /v1/billing/plans, GET …, GET …/:id          create a monthly price; list (product_id); retrieve
 *   POST /v1/billing/plans/:id/deactivate             close a plan for new subscriptions
 *   POST /v1/billing/subscriptions, GET …/:id         create, retrieve
 *   POST /v1/billing/subscriptions/:id/cancel         cancel
 *   GET  /v1/billing/subscriptions/:id/transactions   list payments (start_time, end_time, page)
 *   GET  /v1/customer/disputes, GET …/:id             list (disputed_transaction_id), retrieve
 *   POST /v1/payments/payouts, GET …/:id              pay one address from the balance; retrieve a batch
 *   GET  /v1/reporting/balances                       the balance (currency_code)
 *   POST /v1/notifications/verify-webhook-signature   verify an event's signature
 *   GET  /approve/:token, POST /approve/:token        the payer's page: approve, approve without funds, or cancel
 *
 * Mail: an SMTP server of its own on SANDBOX_SMTP_PORT accepts every message; people read it here.
 *
 *   GET  /mail?to=                                    the newest messages, of everybody or to one address
 *   GET  /mail/:id, /mail/:id/html                    a message; its HTML, for the frame in its page
 *
 * Push messages: a push service (RFC 8030), which checks the sender's token (RFC 8292).
 *
 *   POST /push/:id                                    accept a message for a subscription, under any id
 *
 *   GET  /health                                      200
 *
 * The control API for tests: JSON, with the card provider's secret key as a bearer token.
 *
 *   POST   /_sandbox/faults                  { one effect, scope?: { payment?, call?, event?, recipient? },
 *                                            times?: 1 }
 *     decline: "insufficient_funds", …       a confirmation or a capture is refused
 *     process: true                          a confirmation stays processing, a capture stays pending
 *     refuse: "PAYEE_BLOCKED_TRANSACTION"    the wallet call of the scope is refused with one of its issues
 *     lag: true                              a list of a subscription's payments lacks the newest one
 *     failNext: 400 | 403 | … | 503          a call, or a push message, fails before it does anything; of a call of
 *                                            the card provider a key remembers 500
 *     timeoutAfterActing: "silence" | "cut"  a call acts and then never answers, or loses its connection
 *     answerAfterMs: n                       a call acts and answers later
 *     actAfterMs: n                          a call acts later; its payment is locked meanwhile
 *     lose: true                             an event is not delivered
 *     duplicate: n                           an event is delivered n times at once
 *     reorder: n                             n events are held until all have come, then delivered last first
 *     refuseRecipient: 451 | 550 | 554       a recipient of mail is refused: for now, as unknown, by policy
 *     cutBeforeActing: true                  the connection is lost before a mail is accepted
 *     delayMs: n                             an event is delivered later, and others overtake it
 *   DELETE /_sandbox/faults                  remove all faults, send the held events
 *   POST   /_sandbox/payments/:id/…          succeed | fail | refund { amount? } | dispute { amount? } |
 *                                            lose-dispute | win-dispute { feeReturned? }
 *   POST   /_sandbox/accounts/:id/…          onboard { person?, iban? } | verify | ask { days? } | refuse | restrict |
 *                                            lose { capability? } | bank { iban? } | close
 *   POST   /_sandbox/payouts/:id/…           send | pay | fail { code? } | pay-then-fail { code? }
 *   POST   /_sandbox/fees                    { on }: whether the card provider keeps a fee of what is paid
 *   POST   /_sandbox/methods                 { on: ["card", "ideal", "bancontact", "apple_pay", "google_pay"] }
 *   POST   /_sandbox/clock                   { days?, hours?, seconds? }: what is due until then happens now
 *   POST   /_sandbox/subscriptions/:id/…     by card: renew { at? } | fail-renewal | bill | unpaid | cancel
 *   POST   /_sandbox/wallet/:id/…            by the id of
 *     an order                               approve | complete | deny | refund | dispute | lose-dispute | win-dispute
 *     a subscription                         approve | activate | collect { at? } | renew { at? } | fail-renewal |
 *                                            suspend | expire | cancel
 *     a payment of a subscription            refund { amount? } | dispute | lose-dispute | win-dispute
 *     a payout                               succeed | fail | unclaim | hold | block | return | refund | reverse | deny
 *   POST   /_sandbox/events/:id/resend       { copies?: 1 }: delivered now, all at once; answers { statuses }
 *   GET    /_sandbox/mails?to=&subject=&since=  the accepted mail, oldest first: { mails }
 *   GET    /_sandbox/mails/:id               a mail with its text, HTML and raw headers
 *   POST   /_sandbox/mails/:id/bounce        { status?: "5.1.1" }: report to the application that it came back
 *   POST   /_sandbox/mails/:id/complaint     report that its recipient marked it as unwanted
 *   GET    /_sandbox/pushes?subscription=    the accepted push messages, encrypted, oldest first: { pushes }
 *   GET    /_sandbox/state                   all objects, the outcome of each event, the active faults, the last calls
 *
 * A scope's `call` is written as above (`POST /v1/payment_intents/:id/confirm`), its `event` is a type
 * (`charge.refunded`), its `payment` is the id of a payment, an order or a subscription; of a connected account for its
 * events and payouts, of the charge for a transfer, and of a transfer or payout for what happens to it.
 * A `recipient` is an address of mail, the id of a push subscription, or `*`: such a fault applies to messages only.
 * `answerAfterMs`, and for mail `timeoutAfterActing`, work there too: the message is stored, and its sender learns it
 * late or never.
 *
 * A browser makes a token of a card through the application (/api/sandbox/v1/payment_methods), as the provider's own
 * library does: form-encoded `key` (the publishable key), `type=card`, `card[number]`, `card[exp_month]`,
 * `card[exp_year]`, `card[cvc]`. The answer is 200 `{ id: "pm_…", card: { brand, last4 } }`, or 402
 * `{ error: { code, message, param } }` for a malformed card. Of the card, brand and last four digits are stored.
 */
export function createRouter(sandbox: Sandbox): App {
  const app: App = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (c, next) => {
    // A page of another site must not reach the sandbox under a name of its own (DNS rebinding).
    if (isOwnHost(c.req.header("host"))) return next();
    return failure(new ApiError(421, "This host is not the sandbox's."));
  });
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
  mailPageRoutes(app, sandbox);
  pushRoutes(app, sandbox);
  controlRoutes(app, sandbox);
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

/** Whether a `Host` header names this machine, or an address in numbers. The socket is a loopback one. */
function isOwnHost(host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return /^(.+\.)?localhost$/.test(hostname) || isIP(hostname.replace(/^\[(.*)\]$/, "$1")) !== 0;
}

function failure(error: Failure): Response {
  return Response.json(error.body, { status: error.status as ContentfulStatusCode });
}
