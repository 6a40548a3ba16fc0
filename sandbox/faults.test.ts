import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestSandbox, payByBrowser, type TestSandbox, temporaryFolder } from "./support";

let folder: ReturnType<typeof temporaryFolder>;
let sandbox: TestSandbox;
beforeEach(async () => {
  folder = temporaryFolder();
  sandbox = await openTestSandbox(folder.path);
});
afterEach(async () => {
  await sandbox.stop();
  folder.remove();
});

const addFault = (body: object) => sandbox.call("POST", "/_sandbox/faults", body);
const create = (idempotencyKey: string, options: Stripe.RequestOptions = {}) =>
  sandbox.stripe.paymentIntents.create({ amount: 1_000, currency: "eur" }, { idempotencyKey, ...options });
const countPayments = async () => (await sandbox.stripe.paymentIntents.list()).data.length;
const CREATE = "POST /v1/payment_intents";

describe("faults of calls", () => {
  it.each([400, 429, 503])("fail the next with %i before it acts", async (status) => {
    await addFault({ failNext: status, scope: { call: CREATE } });
    await expect(create("a")).rejects.toMatchObject({ statusCode: status });
    expect(await countPayments()).toBe(0);
    expect((await create("a")).object).toBe("payment_intent");
  });

  it("fail the next while it is executed: its key remembers that, as it does a refusal", async () => {
    await addFault({ failNext: 500, scope: { call: CREATE } });
    for (const _ of [1, 2]) await expect(create("a")).rejects.toMatchObject({ statusCode: 500 });
    const intent = await create("b");
    const refund = () =>
      sandbox.stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey: "refund" });
    await expect(refund()).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
    await sandbox.call("POST", `/_sandbox/payments/${intent.id}/succeed`);
    await expect(refund()).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
  });

  it("act and cut the connection: the library's own retry finds what was done", async () => {
    await addFault({ timeoutAfterActing: "cut", scope: { call: CREATE } });
    expect((await create("a", { maxNetworkRetries: 2 })).lastResponse.headers["idempotent-replayed"]).toBe(
      "true",
    );
    expect(await countPayments()).toBe(1);
  });

  it("act and never answer: a later call with the same key finds what was done", async () => {
    await addFault({ timeoutAfterActing: "silence", scope: { call: CREATE } });
    await expect(create("a", { timeout: 200 })).rejects.toMatchObject({ type: "StripeConnectionError" });
    expect(await countPayments()).toBe(1);
    await create("a");
    expect(await countPayments()).toBe(1);
  });

  it("answer late", async () => {
    await addFault({ answerAfterMs: 150 });
    const began = performance.now();
    await create("a");
    expect(performance.now() - began).toBeGreaterThanOrEqual(140);
  });

  it("decline a good card, once", async () => {
    const intent = await create("a");
    await addFault({ decline: "insufficient_funds", scope: { payment: intent.id } });
    const card = { number: "4242424242424242" };
    expect((await payByBrowser(sandbox.url, intent, card)).body.error?.decline_code).toBe(
      "insufficient_funds",
    );
    expect((await payByBrowser(sandbox.url, intent, card)).body.status).toBe("succeeded");
  });

  it("keep a payment processing until it succeeds or fails", async () => {
    for (const [name, status] of [
      ["succeed", "succeeded"],
      ["fail", "requires_payment_method"],
    ] as const) {
      const intent = await create(name);
      await addFault({ process: true });
      const { body } = await payByBrowser(sandbox.url, intent, { number: "4242424242424242" });
      expect(body.status).toBe("processing");
      await sandbox.call("POST", `/_sandbox/payments/${intent.id}/${name}`);
      expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).status).toBe(status);
    }
    expect((await sandbox.call("POST", "/_sandbox/payments/pi_none/succeed")).status).toBe(404);
  });
});

describe("the journal", () => {
  it("keeps everything over a restart, also after a torn last line, and never a card number", async () => {
    const intent = await create("a");
    await payByBrowser(sandbox.url, intent, { number: "4242424242424242", cvc: "987" });
    const before = await sandbox.call("GET", "/_sandbox/state");
    expect(before.body).toMatchObject({ calls: { length: 2 } });
    await sandbox.stop();
    const journal = join(folder.path, "journal.jsonl");
    expect(readFileSync(journal, "utf8")).not.toMatch(/4242424242424242|"987"/);
    appendFileSync(journal, '{"put":[{"id":"pi_torn');
    sandbox = await openTestSandbox(folder.path);
    // Only calls of this run are listed.
    expect((await sandbox.call("GET", "/_sandbox/state")).body).toEqual({
      ...(before.body as object),
      calls: [],
    });
    expect((await create("a")).id).toBe(intent.id);
    await sandbox.stop();
    sandbox = await openTestSandbox(folder.path);
    expect(await countPayments()).toBe(1);
  });

  it("is not opened when an earlier line is broken", async () => {
    appendFileSync(join(folder.path, "journal.jsonl"), "nonsense\n");
    await expect(openTestSandbox(folder.path)).rejects.toThrow("line 1 cannot be read");
  });
});
