import { z } from "zod";
import { found } from "../card/http/api-error";
import { assertSecret, callerOf } from "../card/http/auth";
import { bankOf } from "../card/provider/accounts";
import { balancesOf } from "../card/provider/balances";
import { advance } from "../card/provider/clock";
import { METHODS, settingsOf } from "../card/provider/settings";
import { standingOf } from "../card/provider/standing";
import type { BalanceSettings } from "../card/records";
import { subjectOf } from "../events/event";
import type { App } from "../http/app";
import { mailControlRoutes } from "../mail/routes";
import { pushControlRoutes } from "../push/routes";
import type { Sandbox } from "../sandbox";
import type { Store } from "../state/store";
import { UnitOfWork } from "../state/unit-of-work";
import { commandInput, runCommand, SUBJECTS } from "./commands";
import { faultSchema } from "./faults";
import { valid } from "./input";

/** By how much the clock of balances, payouts and accounts advances. */
const clockInput = z.strictObject({
  days: z.int().min(0).max(1_000).default(0),
  hours: z.int().min(0).max(1_000).default(0),
  seconds: z.int().min(0).max(1_000_000).default(0),
});

/** Off by default: nobody tops up the balance of a demo, from which the fees are taken. */
const feesInput = z.strictObject({ on: z.boolean() });

/** What the platform's account offers to pay with. */
const methodsInput = z.strictObject({ on: z.array(z.enum(METHODS)) });

const resendInput = z.strictObject({ copies: z.int().min(1).max(200).default(1) });

/** /_sandbox: the control API for tests. JSON, with the card provider's secret key. */
export function controlRoutes(app: App, sandbox: Sandbox): void {
  const { store, faults, calls, dispatcher, sender, options, change } = sandbox;
  app.use("/_sandbox/*", async (c, next) => {
    assertSecret(callerOf(options, c.req.header("authorization"), undefined));
    await next();
  });

  app.post("/_sandbox/faults", async (c) => {
    const fault = valid(faultSchema, await c.req.text());
    faults.add(fault);
    return c.json(fault);
  });
  app.delete("/_sandbox/faults", (c) => {
    faults.clear();
    dispatcher.release();
    return c.json({});
  });

  for (const [path, kinds] of Object.entries(SUBJECTS)) {
    app.post(`/_sandbox/${path}/:id/:command`, async (c) => {
      const { id, command: name } = c.req.param();
      const { secretKey: key, publicUrl } = options;
      const input = { ...valid(commandInput, (await c.req.text()) || "{}"), key, publicUrl };
      return c.json(change((work) => runCommand(work, kinds, { id, name, input })) as object);
    });
  }
  app.post("/_sandbox/fees", async (c) => {
    const { on } = valid(feesInput, await c.req.text());
    return c.json(change((work) => work.put<BalanceSettings>({ ...settingsOf(work, null), takesFees: on })));
  });
  app.post("/_sandbox/methods", async (c) => {
    const { on } = valid(methodsInput, await c.req.text());
    return c.json(change((work) => work.put<BalanceSettings>({ ...settingsOf(work, null), methods: on })));
  });
  app.post("/_sandbox/clock", async (c) => {
    const { days, hours, seconds } = valid(clockInput, await c.req.text());
    return c.json(advance(sandbox, days * 86_400 + hours * 3_600 + seconds));
  });
  app.post("/_sandbox/events/:id/resend", async (c) => {
    const id = c.req.param("id");
    const event = found(store.event(id), "event", id);
    const { copies } = valid(resendInput, (await c.req.text()) || "{}");
    const statuses = await Promise.all(Array.from({ length: copies }, () => sender.send(event)));
    return c.json({ statuses });
  });

  mailControlRoutes(app, sandbox);
  pushControlRoutes(app, sandbox);

  app.get("/_sandbox/state", (c) =>
    c.json({
      payment_intents: store.all("payment_intent"),
      charges: store.all("charge"),
      refunds: store.all("refund"),
      disputes: store.all("dispute"),
      checkouts: store.all("checkout"),
      subscriptions: store.all("subscription"),
      invoices: store.all("invoice"),
      ...connectState(store),
      wallet: {
        orders: store.all("wallet_order"),
        payments: store.all("wallet_payment"),
        refunds: store.all("wallet_refund"),
        disputes: store.all("wallet_dispute"),
        plans: store.all("wallet_plan"),
        subscriptions: store.all("wallet_subscription"),
        payouts: store.all("wallet_payout"),
      },
      events: store.events().map((event) => ({
        id: event.id,
        type: event.type,
        payment: subjectOf(event),
        state: store.outcomeOf(event.id) ?? (dispatcher.held.includes(event.id) ? "held" : "pending"),
      })),
      faults: faults.list,
      calls,
    }),
  );
}

/** What tests read of the way from the platform's balance to people's banks. A payout names its account. */
function connectState(store: Store) {
  const work = new UnitOfWork(store, null);
  const accounts = store.all("connected_account");
  return {
    accounts: accounts.map((account) => {
      const bank = bankOf(work, account.id);
      const { stripe_transfers, payouts, entries } = standingOf(account, bank);
      return {
        ...account,
        transfers: stripe_transfers.status,
        payouts: payouts.status,
        asks: entries.map(({ description }) => description),
        bank: bank && { last4: bank.last4, status: bank.status },
      };
    }),
    transfers: store.all("transfer"),
    reversals: store.all("transfer_reversal"),
    payouts: store.all("payout"),
    balances: [null, ...accounts.map(({ id }) => id)].flatMap((account) =>
      [...balancesOf(work, account)].map(([currency, money]) => ({ account, currency, ...money })),
    ),
  };
}
