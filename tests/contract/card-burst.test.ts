import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { DonationIntent } from "@/lib/domain/donations/schema";
import { contract } from "@/lib/web/contract";
import { Client, eventually, pay, sandbox } from "../support/http";
import { startStack } from "../support/stack";

const PREPARED = 25;
const CONFIRMATIONS = 250;
const DECLINED = "4000000000000002";

let running: Awaited<ReturnType<typeof startStack>>;
beforeAll(async () => {
  running = await startStack({ postgresUrl: inject("stack").databaseUrl });
});
afterAll(() => running.stop());

type Payment = { status: string; last_payment_error: unknown };

/** How many cards the bank was asked about in all. */
async function tried(): Promise<number> {
  const { sandboxUrl, secretKey } = running.stack;
  const response = await fetch(`${sandboxUrl}/v1/charges?limit=100`, {
    headers: { authorization: `Bearer ${secretKey}` },
  });
  const { data } = (await response.json()) as { data: { status: string }[] };
  return data.filter(({ status }) => status === "failed").length;
}

/** What the provider holds true of payments now. */
async function stateOf(clientSecret: string): Promise<Payment> {
  const { sandboxUrl, secretKey } = running.stack;
  const response = await fetch(`${sandboxUrl}/v1/payment_intents/${clientSecret.split("_secret_")[0]}`, {
    headers: { authorization: `Bearer ${secretKey}` },
  });
  return (await response.json()) as Payment;
}

async function tester() {
  const asker = new Client(running.stack.appUrl);
  await asker.requester("Samira");
  const request = await asker.ask(50_000);
  const client = new Client(running.stack.appUrl);
  await client.register("Tester");
  const prepare = () =>
    client.call(contract.createPaymentIntent, { body: { requestId: request.id, amount: "1" } });
  return { prepare };
}

const secretsOf = (answers: { status: number; body: unknown }[]) =>
  answers.filter(({ status }) => status === 200).map(({ body }) => (body as DonationIntent).clientSecret);

it.each([["one after another"], ["all at once"]])(
  "trust 35: of many payments prepared %s only the last ten stay open",
  async (how) => {
    const { prepare } = await tester();
    const answers: Awaited<ReturnType<typeof prepare>>[] = [];
    if (how === "all at once") {
      answers.push(...(await Promise.all(Array.from({ length: PREPARED }, prepare))));
    } else {
      for (let made = 0; made < PREPARED; made += 1) answers.push(await prepare());
    }
    const secrets = secretsOf(answers);
    const states = await Promise.all(secrets.map(stateOf));
    const open = states.map(({ status }) => status === "requires_payment_method");
    expect(open.filter(Boolean).length).toBe(10);
    if (how === "one after another") expect(open.slice(-10).every(Boolean)).toBe(true);
    for (const { status, body } of answers.filter((each) => each.status !== 200)) {
      expect([status, (body as { code: string }).code]).toEqual([409, "PURCHASE_CLOSED"]);
    }
  },
);

it.each([
  ["a bank that answers after half a second, as real ones do at the least", 500, 15],
  ["a bank that answers at once", 0, 45],
])(
  `trust 35: of ${CONFIRMATIONS} cards sent at once to ${PREPARED} payments few are tried, with %s`,
  async (_, bankMs, most) => {
    if (bankMs > 0) {
      const scope = { call: "POST /v1/payment_intents/:id/confirm" };
      await sandbox("POST", "/orders", { actAfterMs: bankMs, times: 1_000_000, scope }, running.stack);
    } else {
      await sandbox("DELETE", "/orders", undefined, running.stack);
    }
    const { prepare } = await tester();
    const before = await tried();
    const secrets: string[] = [];
    for (let made = 0; made < PREPARED; made += 1) secrets.push(...secretsOf([await prepare()]));
    await Promise.all(
      Array.from({ length: CONFIRMATIONS }, (_, i) =>
        pay(secrets[i % secrets.length] ?? "", DECLINED, running.stack),
      ),
    );
    const count = (await tried()) - before;
    console.log(`cards tried: ${count}`);
    expect(count).toBeLessThanOrEqual(most);
    const closed = await eventually(
      () => Promise.all(secrets.map(stateOf)),
      (states) => states.every(({ status }) => status === "canceled"),
    );
    expect(closed).toHaveLength(PREPARED);
    expect((await prepare()).status, "a new one has to wait").toBe(429);
  },
);
