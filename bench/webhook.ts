import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import Stripe from "stripe";
import { atMost } from "@/tests/support/load";
import { withPostgres } from "@/tests/support/postgres";
import { type Server, type Stack, startStack } from "@/tests/support/stack";
import { compared, counted, type Figure, interleave } from "./figure";
import { type Cost, costOf, openClient, partOf } from "./load";
import { addPending, assertCredited, openBooks, PEOPLE, paymentOf, truthOf } from "./pending-donations";

/** Over which events come. */
const CONNECTIONS = 8;
/** Events and empty requests of a round; and events of one where messages are sent, two about each. */
const COUNT = 1_000;
const WITH_MAIL = 250;

/** The environment of a server that sends no messages, so that a settlement is measured by itself. */
export const WITHOUT_MAIL = { SMTP_URL: "", MAIL_FROM: "" };

/** A webhook that settles a donation, beside a handler of the same server that does nothing (P1). */
export function webhook(): Promise<Figure[]> {
  return withSettling(WITHOUT_MAIL, (alone) => withSettling({}, (mailing) => measure(alone, mailing)));
}

async function measure(alone: Settling, mailing: Settling): Promise<Figure[]> {
  // The framework answers it without our code.
  const nothing = { url: `${alone.stack.appUrl}/api/webhooks/stripe`, method: "OPTIONS" };
  const rounds = await interleave({
    settled: () => alone.settleMany(COUNT),
    empty: () => costOf([alone.server.pid], COUNT, () => alone.client.rate(COUNT, nothing)),
    mailing: async () => {
      await mailing.settleMany(WITH_MAIL);
      return sendRest(mailing);
    },
  });
  const toEmpty = { ours: rounds.settled, other: rounds.empty };
  const processor = rounds.settled.map((cost) => cost.processor);
  const messages = rounds.mailing.map((cost) => cost.processor);
  const settlements = rounds.settled.map((cost) => cost.rate);
  return [
    counted("processor time of a settlement", { unit: "ms", target: { atMost: 3 }, ours: processor }),
    compared("that, to an empty handler's", { unit: "ms", rounds: partOf(toEmpty, "processor") }),
    counted("settlements", { unit: "/s", target: { atLeast: 189 }, ours: settlements }),
    counted("processor time of a message", { unit: "ms", target: { atMost: 3.5 }, ours: messages }),
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
export type Settling = {
  stack: Stack;
  server: Server;
  sql: postgres.Sql;
  client: ReturnType<typeof openClient>;
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

/**
 * Starts it, and stops it when `use` is done. `next build` must have run.
 * @throws if a donation was not credited, because the benchmark then measured something else
 */
export async function withSettling<Result>(
  env: Record<string, string>,
  use: (settling: Settling) => Promise<Result>,
): Promise<Result> {
  const database = await withPostgres();
  const provider = await startProvider();
  const { stack, servers, stop } = await startStack({
    postgresUrl: database.url,
    env: async () => ({ RATE_LIMITS: "off", STRIPE_API_BASE: provider.url, ...env }),
  });
  const sql = await openBooks(stack.databaseUrl);
  const client = openClient(CONNECTIONS);
  let next = 0;

  const prepare: Settling["prepare"] = async (count, { fromFirst = false } = {}) => {
    const first = fromFirst ? Math.ceil(next / PEOPLE) * PEOPLE : next;
    next = first + count;
    await addPending(sql, { first, count });
    const events = Array.from({ length: count }, (_, n) => eventOf(first + n, stack.webhookSecret));
    const url = `${stack.appUrl}/api/webhooks/stripe`;
    const settle = async (n: number) => {
      const { status } = await client.call({ url, method: "POST", ...events[n] });
      if (status !== 200) throw new Error(`an event was answered ${status}`);
    };
    return { first, settle };
  };

  try {
    const [server] = servers;
    if (!server) throw new Error("no server was started");
    const settleMany = async (count: number) => {
      const { settle } = await prepare(count);
      return costOf([server.pid], count, () => atMost(CONNECTIONS, count, settle));
    };
    const result = await use({ stack, server, sql, client, prepare, settleMany });
    await assertCredited(sql);
    return result;
  } finally {
    client.close();
    await sql.end();
    await stop();
    provider.stop();
    await database.stop();
  }
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

/** A card provider that reports every payment as paid, with as little work as possible. */
async function startProvider(): Promise<{ url: string; stop: () => void }> {
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
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}
