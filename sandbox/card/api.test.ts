import type Stripe from "stripe";
import { beforeAll, describe, expect, it } from "vitest";
import { KEYS, openOwnSandbox, payByBrowser, RETURN_URL, refusal, type TestSandbox } from "../support";

let sandbox: TestSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await openOwnSandbox();
  stripe = sandbox.stripe;
  return sandbox.stop;
});

const open = (amount = 2_550) =>
  stripe.paymentIntents.create({
    amount,
    currency: "eur",
    description: "A bicycle",
    metadata: { donationId: "d-1" },
    automatic_payment_methods: { enabled: true },
  });
const pay = (intent: Stripe.PaymentIntent, number = "4242424242424242") =>
  payByBrowser(sandbox.url, intent, { number });
const paid = async () => {
  const intent = await open();
  await pay(intent);
  return stripe.paymentIntents.retrieve(intent.id);
};
describe("payment intents, by the official library", () => {
  it("are created, found and listed", async () => {
    const intent = await open();
    expect(intent).toMatchObject({
      object: "payment_intent",
      status: "requires_payment_method",
      amount: 2_550,
      amount_received: 0,
      currency: "eur",
      metadata: { donationId: "d-1" },
      livemode: false,
    });
    expect(intent.client_secret?.startsWith(`${intent.id}_secret_`)).toBe(true);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent);
    const page = await stripe.paymentIntents.list({ limit: 1 });
    expect(page.data).toEqual([intent]);
    const all = await stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it("refuse amounts, currencies and parameters that the provider refuses", async () => {
    expect(await refusal(open(49))).toEqual({ status: 400, code: "amount_too_small", param: "amount" });
    expect(await refusal(open(100_000_000))).toMatchObject({ code: "amount_too_large" });
    expect(await refusal(open(1.5))).toMatchObject({ code: "parameter_invalid_integer", param: "amount" });
    const misspelt = { amount: 100, currency: "eur", amuont: 1 } as Stripe.PaymentIntentCreateParams;
    expect(await refusal(stripe.paymentIntents.create(misspelt))).toMatchObject({
      code: "parameter_unknown",
    });
    const without = { currency: "eur" } as Stripe.PaymentIntentCreateParams;
    expect(await refusal(stripe.paymentIntents.create(without))).toEqual({
      status: 400,
      code: "parameter_missing",
      param: "amount",
    });
    expect(await refusal(stripe.paymentIntents.retrieve("pi_none"))).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
  });

  it("are paid by a token with the secret key", async () => {
    const intent = await open();
    const done = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: "pm_apple_pay",
      return_url: RETURN_URL,
      expand: ["latest_charge"],
    });
    expect(done).toMatchObject({ status: "succeeded", latest_charge: { object: "charge", paid: true } });
    const unknown = stripe.paymentIntents.confirm((await open()).id, {
      payment_method: "constructor",
      return_url: RETURN_URL,
    });
    expect(await refusal(unknown)).toMatchObject({ status: 404, param: "payment_method" });
  });

  it("are cancelled while open, and not after", async () => {
    const intent = await open();
    const cancelled = await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: "abandoned" });
    expect(cancelled).toMatchObject({ status: "canceled" });
    expect(await refusal(stripe.paymentIntents.cancel(intent.id))).toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    expect((await pay(intent)).body.error?.code).toBe("payment_intent_unexpected_state");
    expect(await refusal(stripe.paymentIntents.cancel((await paid()).id))).toMatchObject({
      code: "payment_intent_unexpected_state",
    });
  });
});

describe("cards at confirmation, as a browser sends them", () => {
  it.each(["4242424242424242", "5555 5555 5555 4444"])("takes %s", async (number) => {
    const intent = await open();
    const { status, body } = await pay(intent, number);
    expect([status, body.status]).toEqual([200, "succeeded"]);
    const truth = await stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] });
    expect(truth).toMatchObject({ status: "succeeded", amount_received: 2_550 });
    expect(truth.latest_charge).toMatchObject({
      paid: true,
      refunded: false,
      payment_method_details: { card: { last4: number.slice(-4) } },
    });
  });

  it("takes an Amex with four digits of security code", async () => {
    const card = { number: "378282246310005", cvc: "1234", exp_year: "40" };
    expect((await payByBrowser(sandbox.url, await open(), card)).body.status).toBe("succeeded");
  });

  it.each([
    ["4000000000000002", "card_declined", "generic_decline", undefined],
    ["4000000000009995", "card_declined", "insufficient_funds", undefined],
    ["4000000000000069", "expired_card", undefined, "exp_month"],
    ["4000000000000127", "incorrect_cvc", undefined, "cvc"],
    ["4000000000000119", "processing_error", undefined, undefined],
    ["4111111111111111", "card_declined", "test_mode_live_card", undefined],
  ])("refuses %s with %s, and the payment stays open", async (number, code, decline, param) => {
    const intent = await open();
    const { status, body } = await pay(intent, number);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: "card_error", code });
    expect([body.error?.decline_code, body.error?.param]).toEqual([decline, param]);
    const truth = await stripe.paymentIntents.retrieve(intent.id);
    expect(truth).toMatchObject({ status: "requires_payment_method", amount_received: 0 });
    expect(truth.last_payment_error?.code).toBe(code);
    expect((await pay(intent)).body.status).toBe("succeeded");
  });

  it.each([
    [{ number: "4242424242424241" }, "incorrect_number", "number"],
    [{ number: "4242" }, "incorrect_number", "number"],
    [{ number: "4242424242424242", exp_month: "13" }, "invalid_expiry_month", "exp_month"],
    [{ number: "4242424242424242", exp_year: "2020" }, "invalid_expiry_year", "exp_year"],
    [{ number: "4242424242424242", cvc: "12" }, "invalid_cvc", "cvc"],
  ])("refuses the malformed %j before any try is made", async (card, code, param) => {
    const intent = await open();
    const { status, body } = await payByBrowser(sandbox.url, intent, card);
    expect([status, body.error?.code, body.error?.param]).toEqual([402, code, param]);
    expect((await stripe.paymentIntents.retrieve(intent.id)).latest_charge).toBeNull();
  });

  it("opens a dispute after paying with 4000000000000259", async () => {
    const intent = await open();
    expect((await pay(intent, "4000000000000259")).body.status).toBe("succeeded");
    const { latest_charge } = await stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] });
    expect(latest_charge).toMatchObject({ disputed: true });
    const { data } = await stripe.disputes.list({ payment_intent: intent.id });
    expect(data).toMatchObject([{ status: "needs_response", amount: 2_550 }]);
  });
});

describe("keys", () => {
  it("lets a browser see and pay only the payment whose client secret it has", async () => {
    const [mine, other] = [await open(), await open()];
    const look = (id: string, secret: string) =>
      fetch(
        `${sandbox.url}/v1/payment_intents/${id}?${new URLSearchParams({ key: KEYS.publishableKey, client_secret: secret })}`,
      );
    const seen = await look(mine.id, mine.client_secret ?? "");
    expect(seen.status).toBe(200);
    expect(await seen.json()).not.toHaveProperty("metadata");
    expect((await look(other.id, mine.client_secret ?? "")).status).toBe(404);
    expect((await look(mine.id, "")).status).toBe(404);
    const foreign = await payByBrowser(
      sandbox.url,
      { ...other, client_secret: mine.client_secret },
      {
        number: "4242424242424242",
      },
    );
    expect(foreign.status).toBe(404);
    const answers = [await pay(mine, "4000000000000002"), await pay(mine), await pay(mine)];
    expect(answers.map(({ status }) => status)).toEqual([402, 200, 400]);
    expect(answers[2]?.body.error?.code).toBe("payment_intent_unexpected_state");
    expect(JSON.stringify(answers)).not.toContain("donationId");
  });

  it.each([
    ["GET", "/v1/payment_intents"],
    ["GET", "/v1/charges"],
    ["POST", "/v1/transfers"],
    ["GET", "/_sandbox/state"],
  ])("refuses %s %s to a browser, without a key and with a wrong key", async (method, path) => {
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${sandbox.url}${path}`, { method, headers })).status;
    expect(await status({ Authorization: `Bearer ${KEYS.publishableKey}` })).toBe(403);
    expect(await status({})).toBe(401);
    expect(await status({ Authorization: "Bearer sk_test_sandbox_other" })).toBe(401);
    const basic = Buffer.from(`${KEYS.secretKey}:`).toString("base64");
    expect(await status({ Authorization: `Basic ${basic}` })).toBeLessThan(401);
  });
});

describe("refunds, disputes and charges", () => {
  it("gives back in full once", async () => {
    const { id } = await paid();
    const refund = await stripe.refunds.create({ payment_intent: id, expand: ["charge"] });
    expect(refund).toMatchObject({ status: "succeeded", amount: 2_550, charge: { refunded: true } });
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: "charge_already_refunded",
    });
    expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(1);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id });
  });

  it("gives back in parts, never more than was paid", async () => {
    const { id, latest_charge } = await paid();
    const charge = String(latest_charge);
    await stripe.refunds.create({ charge, amount: 1_000 });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ refunded: false, amount_refunded: 1_000 });
    expect(await refusal(stripe.refunds.create({ charge, amount: 1_551 }))).toMatchObject({
      code: "amount_too_large",
    });
    await stripe.refunds.create({ payment_intent: id });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ refunded: true, amount_refunded: 2_550 });
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);
  });

  it("does not refund what was not paid, or what a bank took back", async () => {
    expect(await refusal(stripe.refunds.create({ payment_intent: (await open()).id }))).toMatchObject({
      status: 400,
    });
    const { id } = await paid();
    await sandbox.call("POST", `/_sandbox/payments/${id}/lose-dispute`);
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: "charge_disputed",
    });
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data;
    expect(await stripe.disputes.retrieve(dispute?.id ?? "")).toMatchObject({ status: "lost" });
  });
});

describe("idempotency keys", () => {
  it("answer the same call the same way, and refuse another", async () => {
    const create = (amount: number) =>
      stripe.paymentIntents.create({ amount, currency: "eur" }, { idempotencyKey: "key-1" });
    const first = await create(1_000);
    const again = await create(1_000);
    expect(again).toEqual(first);
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(first.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
    const error = await create(1_001).catch((thrown: Stripe.errors.StripeError) => thrown);
    expect(error).toMatchObject({ statusCode: 400, rawType: "idempotency_error" });
  });

  it("act once when fifty calls come at once", async () => {
    const { id } = await paid();
    const refunds = await Promise.all(
      Array.from({ length: 50 }, () =>
        stripe.refunds.create({ payment_intent: id }, { idempotencyKey: "key-2" }),
      ),
    );
    expect(new Set(refunds.map((refund) => refund.id)).size).toBe(1);
  });
});
