import { z } from "zod";
import { doToPayment, doToSubscription } from "../card/deeds";
import { ApiError, missing } from "../card/http/api-error";
import { assertSecret, callerOf } from "../card/http/auth";
import { aboutOf } from "../events/event";
import type { App } from "../http/app";
import { seconds } from "../ids";
import type { Sandbox } from "../sandbox";
import { Work } from "../state/work";
import { doToWallet, toldSchema } from "../wallet/deeds";
import { orderSchema } from "./orders";

/** When a month is paid. */
const renewing = z.strictObject({ at: z.iso.datetime({ offset: true }).optional() });

const resending = z.strictObject({ copies: z.int().min(1).max(200).default(1) });

/** /_sandbox: orders for tests, with the card provider's secret key and JSON. */
export function orderRoutes(app: App, sandbox: Sandbox): void {
  const { store, orders, calls, dispatcher, sender, options } = sandbox;
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
    const { id, deed } = c.req.param();
    return c.json(did((work) => doToPayment(work, id, deed)));
  });
  app.post("/_sandbox/subscriptions/:id/:deed", async (c) => {
    const { id, deed } = c.req.param();
    const { at } = valid(renewing, (await c.req.text()) || "{}");
    const moment = at === undefined ? seconds() : Math.floor(Date.parse(at) / 1_000);
    return c.json(did((work) => doToSubscription(work, id, deed, moment)));
  });
  app.post("/_sandbox/wallet/:id/:deed", async (c) => {
    const { id, deed } = c.req.param();
    const told = valid(toldSchema, (await c.req.text()) || "{}");
    return c.json(did((work) => doToWallet(sandbox, work, id, deed, told)));
  });

  app.post("/_sandbox/events/:id/resend", async (c) => {
    const id = c.req.param("id");
    const event = store.find("event", id) ?? store.find("wallet_event", id);
    if (!event) throw missing("event", id);
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
      checkouts: store.all("checkout"),
      subscriptions: store.all("subscription"),
      invoices: store.all("invoice"),
      wallet: {
        orders: store.all("wallet_order"),
        payments: store.all("wallet_payment"),
        refunds: store.all("wallet_refund"),
        disputes: store.all("wallet_dispute"),
        plans: store.all("wallet_plan"),
        subscriptions: store.all("wallet_subscription"),
      },
      events: [...store.all("event"), ...store.all("wallet_event")].map((event) => ({
        id: event.id,
        type: event.type,
        payment: aboutOf(event),
        state: store.fateOf(event.id) ?? (dispatcher.held.includes(event.id) ? "held" : "pending"),
      })),
      orders: orders.list,
      calls: calls.list,
    }),
  );

  function did(deed: (work: Work) => unknown) {
    const work = new Work(store, null);
    const result = deed(work);
    store.commit(work);
    dispatcher.dispatch(work.events);
    return result as object;
  }
}

function valid<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : "The body is not JSON.";
    throw new ApiError(400, message);
  }
}
