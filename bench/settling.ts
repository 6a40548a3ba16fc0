import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type postgres from "postgres";
import { atMost } from "@/tests/support/load";
import { withPostgres } from "@/tests/support/postgres";
import { type Server, type Stack, startStack } from "@/tests/support/stack";
import { perSecond } from "./figure";
import { type Cost, costOf, openClient } from "./load";
import {
  addPending,
  assertCredited,
  type Destination,
  FIRST_NUMBER,
  openBooks,
  paymentOf,
  spreadOf,
} from "./pending-donations";

/** Over which events come. */
const CONNECTIONS = 8;

/** The environment of a server that sends no messages, so that a settlement is measured by itself. */
export const WITHOUT_MAIL = { SMTP_URL: "", MAIL_FROM: "" };

/** The built application, with a stand-in for the card provider, where every payment has succeeded. */
export type Settling = {
  stack: Stack;
  server: Server;
  sql: postgres.Sql;
  client: ReturnType<typeof openClient>;
  /**
   * Adds pending donations, to as many requests where they go everywhere. `settle` sends the provider's event about the
   * n-th of them; `first` is the number of the first one.
   */
  prepare: (
    count: number,
    to?: Destination,
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
  const running = await startStack({
    postgresUrl: database.url,
    env: async () => ({ RATE_LIMITS: "off", STRIPE_API_BASE: provider.url, ...env }),
  });
  const { stack } = running;
  const sql = await openBooks(stack.databaseUrl);
  const client = openClient(CONNECTIONS);
  const next = { ...FIRST_NUMBER };

  async function prepare(count: number, to: Destination = "everywhere") {
    const first = next[to];
    next[to] += count;
    await addPending(sql, { first, count, spread: spreadOf(first) });
    const events = Array.from({ length: count }, (_, n) => eventOf(first + n, stack.webhookSecret));
    const url = `${stack.appUrl}/api/webhooks/stripe`;
    const settle = async (n: number) => {
      const { status } = await client.call({ url, method: "POST", ...events[n] });
      if (status !== 200) throw new Error(`an event was answered ${status}`);
    };
    return { first, settle };
  }

  try {
    const [server] = running.servers;
    if (!server) throw new Error("no server was started");
    const settleMany = async (count: number) => {
      const { settle } = await prepare(count);
      return costOf(server.pid, count, () => perSecond(count, () => atMost(CONNECTIONS, count, settle)));
    };
    const result = await use({ stack, server, sql, client, prepare, settleMany });
    await assertCredited(sql);
    return result;
  } finally {
    client.close();
    await sql.end();
    await running.stop();
    provider.stop();
    await database.stop();
  }
}

/** The provider's signed event about the n-th payment. */
function eventOf(n: number, secret: string): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({
    id: `evt_${n}`,
    object: "event",
    type: "payment_intent.succeeded",
    data: { object: { id: paymentOf(n), object: "payment_intent" } },
  });
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return {
    body,
    headers: { "content-type": "application/json", "stripe-signature": `t=${at},v1=${signature}` },
  };
}

/** The provider, in a process of its own. */
async function startProvider(): Promise<{ url: string; stop: () => void }> {
  const args = ["--conditions=react-server", "--import", "tsx", "bench/paid-provider.ts"];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const [port] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}
