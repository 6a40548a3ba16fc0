import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { withPostgres } from "@/tests/support/postgres";
import { startStack } from "@/tests/support/stack";
import {
  type Benchmark,
  beside,
  concurrently,
  counted,
  type Figure,
  interleave,
  median,
  perSecond,
  spreadOf,
} from "./figure";
import { openClient } from "./load";
import { addPending, assertCredited, openBooks, PEOPLE, paymentOf } from "./pending-donations";
import { costOf, partOf } from "./processor";

/** Events per round, and connections. */
const COUNT = 1_000;
const CONNECTIONS = 8;

export const webhook: Benchmark = {
  id: "P1",
  name: "webhook",
  title: "a webhook that settles a donation, beside a handler of the same server that does nothing",
  run,
};

async function run(): Promise<Figure[]> {
  const server = await withPostgres();
  const provider = await startProvider();
  const running = await startStack({
    postgresUrl: server.url,
    env: async () => ({ RATE_LIMITS: "off", STRIPE_API_BASE: provider.url }),
  });
  const sql = await openBooks(running.stack.databaseUrl);
  const { pid = 0 } = running.servers[0] ?? {};
  const client = openClient(CONNECTIONS);
  const url = `${running.stack.appUrl}/api/webhooks/stripe`;
  let next = 0;
  try {
    const rounds = await interleave({
      ours: async () => {
        const events = Array.from({ length: COUNT }, (_, n) =>
          eventOf(next + n, running.stack.webhookSecret),
        );
        await addPending(sql, { first: next, count: COUNT, spread: PEOPLE });
        next += COUNT;
        return costOf(pid, COUNT, () =>
          perSecond(COUNT, () =>
            concurrently(COUNT, CONNECTIONS, async (n) => {
              const { status } = await client.call({ url, method: "POST", ...events[n] });
              if (status !== 200) throw new Error(`an event was answered ${status}`);
            }),
          ),
        );
      },
      // The framework answers it without our code.
      other: () => costOf(pid, COUNT, () => client.rate(COUNT, { url, method: "OPTIONS" })),
    });
    await assertCredited(sql);
    const processor = partOf(rounds, "processor");
    return [
      counted("processor time of a settlement", {
        unit: "ms",
        target: { atMost: 3 },
        ours: median(processor.ours),
        spread: spreadOf(processor.ours),
      }),
      beside("that, to an empty handler's", { unit: "ms", rounds: processor }),
      beside("settlements, to empty handlers", { unit: "/s", rounds: partOf(rounds, "rate") }),
    ];
  } finally {
    client.close();
    await sql.end();
    await running.stop();
    provider.stop();
    await server.stop();
  }
}

/** The provider's signed event about the n-th payment. */
export function eventOf(n: number, secret: string): { body: string; headers: Record<string, string> } {
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
export async function startProvider(): Promise<{ url: string; stop: () => void }> {
  const args = ["--conditions=react-server", "--import", "tsx", "bench/paid-provider.ts"];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const [port] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}
