import type Stripe from "stripe";
import { z } from "zod";
import { REFUSALS } from "../card/cards/refusals";
import { paymentOf } from "../card/events/payment-of";
import { ApiError, missing } from "../card/http/api-error";
import { assertSecret, callerOf } from "../card/http/auth";
import type { App } from "../card/http/endpoint";
import { closeDispute, openDispute } from "../card/provider/disputes";
import { fail, succeed } from "../card/provider/outcomes";
import { findPayment } from "../card/provider/payments";
import { chargeOf, refundCharge } from "../card/provider/refunds";
import type { Sandbox } from "../sandbox";
import { Work } from "../state/work";
import { orderSchema } from "./orders";

type Deed = (work: Work, intent: Stripe.PaymentIntent) => unknown;

/** What can be done to a payment from outside its own course, as a bank or the provider's dashboard would. */
const DEEDS = new Map<string, Deed>(
  Object.entries({
    succeed,
    fail: (work, intent) => fail(work, intent, REFUSALS.generic_decline.refusal),
    refund: (work, intent) =>
      refundCharge(work, chargeOf(work, intent), {
        amount: null,
        reason: "requested_by_customer",
        metadata: {},
      }),
    dispute: openDispute,
    "lose-dispute": (work, intent) => closeDispute(work, intent, "lost"),
    "win-dispute": (work, intent) => closeDispute(work, intent, "won"),
  } satisfies Record<string, Deed>),
);

const resending = z.strictObject({ copies: z.int().min(1).max(200).default(1) });

/** /_sandbox: orders for tests, with the secret key and JSON. */
export function orderRoutes(app: App, sandbox: Sandbox): void {
  const { store, orders, dispatcher, sender, options } = sandbox;
  app.use("/_sandbox/*", async (c, next) => {
    assertSecret(callerOf(options, c.req.header("authorization"), undefined));
    await next();
  });

  app.post("/_sandbox/orders", async (c) => {
    const order = valid(orderSchema, await c.req.text());
    orders.give(order);
    return c.json(order);
  });
  app.delete("/_sandbox/orders", (c) => {
    orders.clear();
    dispatcher.release();
    return c.json({});
  });

  app.post("/_sandbox/payments/:id/:deed", (c) => {
    const deed = DEEDS.get(c.req.param("deed"));
    if (!deed) throw new ApiError(404, `A payment can be told to ${[...DEEDS.keys()].join(", ")}.`);
    const work = new Work(store, null);
    const result = deed(work, findPayment(work, c.req.param("id")));
    store.commit(work);
    dispatcher.dispatch(work.events);
    return c.json(result);
  });

  app.post("/_sandbox/events/:id/resend", async (c) => {
    const event = store.find("event", c.req.param("id"));
    if (!event) throw missing("event", c.req.param("id"));
    const { copies } = valid(resending, (await c.req.text()) || "{}");
    const statuses = await Promise.all(Array.from({ length: copies }, () => sender.send(event)));
    return c.json({ statuses });
  });

  app.get("/_sandbox/state", (c) =>
    c.json({
      payment_intents: store.all("payment_intent"),
      charges: store.all("charge"),
      refunds: store.all("refund"),
      disputes: store.all("dispute"),
      events: store.all("event").map((event) => ({
        id: event.id,
        type: event.type,
        payment: paymentOf(event),
        state: store.fateOf(event.id) ?? (dispatcher.held.includes(event.id) ? "held" : "pending"),
      })),
      orders: orders.list,
    }),
  );
}

function valid<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : "The body is not JSON.";
    throw new ApiError(400, message);
  }
}
