import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { newId } from "@/db/schema";
import { startDonation } from "@/lib/domain/donations/start-donation";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { createStripeGateway } from "@/lib/providers/stripe";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";
import { watchCardPayment } from "@/lib/web/buying";
import { KEYS, openTestSandbox, payByBrowser, type TestSandbox, temporaryFolder } from "@/sandbox/support";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { tell } from "../support/donating";
import { addPerson, addRequest } from "../support/people";
import { ScriptedWallet } from "../support/scripted-wallet";

const PREPARED = 25;
const CONFIRMATIONS = 250;
/** Stripe locks the payment while the bank decides. A busy machine needs a second to read all that is sent then. */
const BANK_MS = 1_500;
/** Ten at the same moment, and what is sent before the first decline is known and everything is ended. It was 50. */
const MOST_TRIED = 30;
const DECLINED = { number: "4000000000000002" };

const folder = temporaryFolder();
let database: TestDatabase;
let sandbox: TestSandbox;
let context: PayoutContext;
/** Replaces the application's webhook address. */
const webhook = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", async () => {
    const { type, data } = JSON.parse(Buffer.concat(chunks).toString()) as {
      type: string;
      data: { object: { id: string } };
    };
    const told = type === "payment_intent.payment_failed" ? tell(context, data.object.id) : Promise.resolve();
    const status = await told.then(
      () => 200,
      () => 500,
    );
    response.writeHead(status).end();
  });
});

beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  database = await createTestDatabase({ max: 20 });
  vi.stubEnv("DATABASE_URL", database.url);
  await new Promise<void>((resolve) => {
    webhook.listen(0, "127.0.0.1", resolve);
  });
  const webhookUrl = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`;
  sandbox = await openTestSandbox(folder.path, { webhookUrl, bankMs: BANK_MS });
  const card = createStripeGateway({ ...KEYS, apiBase: sandbox.url });
  context = { db: database.db, card, wallet: new ScriptedWallet(), payoutProviders: unconfiguredPayouts };
});
afterAll(async () => {
  await sandbox.stop();
  webhook.closeAllConnections();
  webhook.close();
  folder.remove();
  await database.drop();
});

it(`trust 35: of ${CONFIRMATIONS} cards sent at once to ${PREPARED} prepared payments few are tried`, async () => {
  const request = await addRequest(database.db, await addPerson(database.db), { goal: 50_000 });
  const tester = await addPerson(database.db);
  const prepare = async () => {
    const id = newId();
    await watchCardPayment(context, { operationId: id, viewer: tester, address: "192.0.2.1" });
    const { clientSecret } = await startDonation(context, tester, { amount: "1", requestId: request.id }, id);
    return { id: clientSecret.split("_secret_")[0] ?? "", client_secret: clientSecret };
  };
  const prepared: Awaited<ReturnType<typeof prepare>>[] = [];
  for (let made = 0; made < PREPARED; made += 1) prepared.push(await prepare());
  const send = (i: number) =>
    payByBrowser(sandbox.url, prepared[i % PREPARED] as (typeof prepared)[number], DECLINED);
  const answers = await Promise.all(Array.from({ length: CONFIRMATIONS }, (__, i) => send(i)));
  const tried = answers.filter(({ status }) => status === 402).length;
  expect(tried).toBeLessThanOrEqual(MOST_TRIED);
  await vi.waitFor(async () => {
    const states = await Promise.all(prepared.map(({ id }) => context.card.findPayment(id)));
    expect(new Set(states.map((truth) => truth?.state))).toEqual(new Set(["cancelled"]));
  }, 30_000);
  await expect(prepare()).rejects.toMatchObject({ code: "RATE_LIMITED" });
});
