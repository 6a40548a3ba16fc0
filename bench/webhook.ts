import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import Stripe from "stripe";
import { atMost } from "@/tests/support/load";
import { counted, type Figure, interleave } from "./figure";
import { type Cost, costOf, openClient } from "./load";
import { addPending, assertCredited, openBooks, PEOPLE, paymentOf, truthOf } from "./pending-donations";
import { type App, atEnd, startApp } from "./running";

/** Over which events come. */
const CONNECTIONS = 8;
/** Events and empty requests of a round; and events of one where messages are sent, two about each. */
const COUNT = 1_000;
const WITH_MAIL = 250;

/** The environment of a server that sends no messages, so that a settlement is measured by itself. */
export const WITHOUT_MAIL = { SMTP_URL: "", MAIL_FROM: "" };

/** A webhook that settles a donation, beside a handler of the same server that does nothing (P1). */
export async function webhook(): Promise<Figure[]> {
  const alone = await startSettling(WITHOUT_MAIL);
  const mailing = await startSettling({});
  const client = openClient(CONNECTIONS);
  // The framework answers it without our code.
  const nothing = { url: `${alone.stack.appUrl}/api/webhooks/stripe`, method: "OPTIONS" };
  const rounds = await interleave({
    settled: () => alone.settleMany(COUNT),
    empty: () => costOf([alone.server.pid], COUNT, () => client.repeat(COUNT, nothing)),
    mailing: async () => {
      await mailing.settleMany(WITH_MAIL);
      return sendRest(mailing);
    },
  });
  for (const { sql } of [alone, mailing]) await assertCredited(sql);
  const of = (costs: Cost[], part: keyof Cost) => costs.map((cost) => cost[part]);
  return [
    counted("processor time of a settlement", "ms", of(rounds.settled, "processor"), { atMost: 3 }),
    counted("that of an empty handler", "ms", of(rounds.empty, "processor")),
    counted("settlements", "/s", of(rounds.settled, "rate"), { atLeast: 189 }),
    counted("processor time of a message", "ms", of(rounds.mailing, "processor"), { atMost: 3.5 }),
  ];
}

/** Waits until every message is sent; what each of the rest cost the application. */
async function sendRest({ server, sql }: Settling): Promise<Cost> {
  const waiting = async () => (await sql`select from mails where state <> 'sent'`).length;
  const rest = await waiting();
  return costOf([server.pid], rest, async () => {
    while ((await waiting()) > 0) await sleep(100);
  });
}

/** The built application, with a stand-in for the card provider, where every payment has succeeded. */
export type Settling = App & {
  sql: postgres.Sql;
  /**
   * Adds pending donations to one request after the other, beginning with the first one if `fromFirst`. `settle` sends
   * the provider's event about the n-th of them; `first` is the number of the first one.
   */
  prepare: (
    count: number,
    options?: { fromFirst?: boolean },
  ) => Promise<{ first: number; settle: (n: number) => Promise<void> }>;
  /** Settles so many new ones, several at a time; what each cost the application. */
  settleMany: (count: number) => Promise<Cost>;
};

/** Starts it with this environment. `next build` must have run. */
export async function startSettling(env: Record<string, string>): Promise<Settling> {
  const { stack, server } = await startApp({ STRIPE_API_BASE: await startProvider(), ...env });
  const sql = await openBooks(stack.databaseUrl);
  const client = openClient(CONNECTIONS);
  const url = `${stack.appUrl}/api/webhooks/stripe`;
  let next = 0;

  const prepare: Settling["prepare"] = async (count, { fromFirst = false } = {}) => {
    const first = fromFirst ? Math.ceil(next / PEOPLE) * PEOPLE : next;
    next = first + count;
    await addPending(sql, { first, count });
    const events = Array.from({ length: count }, (_, n) => eventOf(first + n, stack.webhookSecret));
    const settle = async (n: number) => {
      const { status } = await client.call({ url, method: "POST", ...events[n] });
      if (status !== 200) throw new Error(`an event was answered ${status}`);
    };
    return { first, settle };
  };
  const settleMany = async (count: number) => {
    const { settle } = await prepare(count);
    return costOf([server.pid], count, () => atMost(CONNECTIONS, count, settle));
  };
  return { stack, server, sql, prepare, settleMany };
}

/** The provider's signed event about the n-th payment. */
function eventOf(n: number, secret: string): { body: string; headers: Record<string, string> } {
  const payload = JSON.stringify({
    id: `evt_${n}`,
    object: "event",
    type: "payment_intent.succeeded",
    data: { object: { id: paymentOf(n), object: "payment_intent" } },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  return {
    body: payload,
    headers: { "content-type": "application/json", "stripe-signature": signature },
  };
}

/** A card provider that reports every payment as paid, with as little work as possible; its address. */
async function startProvider(): Promise<string> {
  const server = createServer((request, response) => {
    const [, n] = /payment_intents\/pi_(\d+)/.exec(request.url ?? "") ?? [];
    const { id, amount, received, currency, metadata } = truthOf(Number(n));
    const body = JSON.stringify({
      id,
      object: "payment_intent",
      status: "succeeded",
      amount,
      amount_received: received,
      currency,
      metadata,
      client_secret: `${id}_secret`,
      latest_charge: { id: `ch_${id}`, object: "charge", refunded: false, disputed: false, paid: true },
    });
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  server.keepAliveTimeout = 60_000;
  await once(server.listen(0, "127.0.0.1"), "listening");
  atEnd(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
