import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { KEYS, openMerchant, openTestSandbox, type TestSandbox, temporaryFolder } from "./support";

let folder: ReturnType<typeof temporaryFolder>;
let merchant: Awaited<ReturnType<typeof openMerchant>>;
let sandbox: TestSandbox;
let answers: number[];
beforeEach(async () => {
  folder = temporaryFolder();
  answers = [];
  merchant = await openMerchant(answers);
  sandbox = await openTestSandbox(folder.path, { webhookUrl: merchant.url });
});
afterEach(async () => {
  await sandbox.stop();
  await merchant.close();
  folder.remove();
});

const addFault = (body: object) => sandbox.call("POST", "/_sandbox/faults", body);
const command = (id: string, name: string) => sandbox.call("POST", `/_sandbox/payments/${id}/${name}`);
const received = (types: string[]) =>
  vi.waitFor(() => expect(merchant.types()).toEqual(types), { timeout: 30_000 });
const PAID = ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"];

async function paid() {
  const intent = await sandbox.stripe.paymentIntents.create({ amount: 1_000, currency: "eur" });
  await command(intent.id, "succeed");
  return intent;
}

describe("events", () => {
  it("come signed, in order, as the official library takes them", async () => {
    const intent = await paid();
    await command(intent.id, "refund");
    await command(intent.id, "dispute");
    await command(intent.id, "win-dispute");
    const refunded = ["refund.created", "charge.refunded", "refund.updated"];
    await received([...PAID, ...refunded, "charge.dispute.created", "charge.dispute.closed"]);
    for (const { body, signature } of merchant.received) {
      expect(Stripe.webhooks.constructEvent(body, signature, KEYS.webhookSecret).livemode).toBe(false);
      expect(() => Stripe.webhooks.constructEvent(body, signature, "whsec_other")).toThrow();
      expect(() => Stripe.webhooks.constructEvent(`${body} `, signature, KEYS.webhookSecret)).toThrow();
    }
  });

  it("are sent again until they are taken, and keep their order", async () => {
    answers.push(500, 500, 404, 302);
    await paid();
    await received(PAID);
  });

  it("are delivered after a restart when the merchant was away", async () => {
    await merchant.close();
    const intent = await sandbox.stripe.paymentIntents.create({ amount: 1_000, currency: "eur" });
    await sandbox.stop();
    merchant = await openMerchant();
    sandbox = await openTestSandbox(folder.path, { webhookUrl: merchant.url });
    await received(["payment_intent.created"]);
    expect(JSON.parse(merchant.received[0]?.body ?? "")).toMatchObject({
      data: { object: { id: intent.id } },
    });
    await command(intent.id, "succeed");
    await received(PAID);
  });
});

describe("faults of events", () => {
  it("lose one", async () => {
    await addFault({ lose: true, scope: { event: "charge.succeeded" } });
    await paid();
    await received(["payment_intent.created", "payment_intent.succeeded"]);
    const { body } = await sandbox.call("GET", "/_sandbox/state");
    expect(body.events).toMatchObject([{ state: "delivered" }, { state: "lost" }, {}]);
    expect(body.faults).toEqual([]);
  });

  it("duplicate one", async () => {
    await addFault({ duplicate: 3, scope: { event: "payment_intent.succeeded" } });
    await paid();
    await received([...PAID, "payment_intent.succeeded", "payment_intent.succeeded"]);
    expect(new Set(merchant.received.slice(2).map(({ body }) => body)).size).toBe(1);
  });

  it("delay one, which others overtake", async () => {
    await addFault({ delayMs: 150, scope: { event: "payment_intent.created" } });
    await paid();
    await received(["charge.succeeded", "payment_intent.succeeded", "payment_intent.created"]);
  });

  it("reorder several", async () => {
    await addFault({ reorder: 3 });
    await paid();
    await received(PAID.toReversed());
  });

  it("hold them until the fault is removed", async () => {
    await addFault({ reorder: 9 });
    const intent = await sandbox.stripe.paymentIntents.create({ amount: 1_000, currency: "eur" });
    const { body } = await sandbox.call("GET", "/_sandbox/state");
    expect(body.events).toMatchObject([{ state: "held", payment: intent.id }]);
    await sandbox.call("DELETE", "/_sandbox/faults");
    await received(["payment_intent.created"]);
  });

  it("send one again, as often as asked", async () => {
    await paid();
    await received(PAID);
    const { id } = JSON.parse(merchant.received[2]?.body ?? "") as Stripe.Event;
    const { body } = await sandbox.call("POST", `/_sandbox/events/${id}/resend`, { copies: 5 });
    expect(body).toEqual({ statuses: [200, 200, 200, 200, 200] });
    expect(merchant.received).toHaveLength(8);
  });

  it("are followed only in their scope, and refused when they say two things", async () => {
    const intent = await paid();
    await received(PAID);
    await addFault({ lose: true, times: 100, scope: { payment: intent.id } });
    await command(intent.id, "refund");
    await paid();
    await received([...PAID, ...PAID]);
    expect((await addFault({ lose: true, delayMs: 5 })).status).toBe(400);
    expect((await addFault({ loose: true })).status).toBe(400);
  });
});
