import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PaidBy } from "@/lib/ground/vocabulary";
import {
  BadSignature,
  type NewPage,
  type NewPayment,
  type NewSubscription,
  ProviderUnavailable,
  RefundOnHold,
  RefundRefused,
} from "@/lib/providers/gateway";
import { createStripeGateway } from "@/lib/providers/stripe";
import {
  KEYS,
  openTestSandbox,
  payByBank,
  payByBrowser,
  type TestSandbox,
  temporaryFolder,
} from "@/sandbox/support";

const folder = temporaryFolder();
let sandbox: TestSandbox;
const providerFor = (apiBase: string, secretKey = KEYS.secretKey) =>
  createStripeGateway({ ...KEYS, secretKey, apiBase }, { timeout: 1_000, retries: 1 });
let card: ReturnType<typeof createStripeGateway>;
beforeAll(async () => {
  sandbox = await openTestSandbox(folder.path);
  card = providerFor(sandbox.url);
});
afterEach(() => sandbox.call("DELETE", "/_sandbox/faults"));
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
});

let count = 0;
const wanted = (changes: Partial<NewPayment> = {}): NewPayment => {
  count += 1;
  return {
    amount: 2_550,
    currency: "eur",
    idempotencyKey: `donation-${count}`,
    description: "A bicycle",
    metadata: { donationId: `d-${count}`, requestId: "r", recipientId: "p", donorId: "q" },
    ...changes,
  };
};
const order = (body: object) => sandbox.call("POST", "/_sandbox/faults", body);
const tell = (id: string, deed: string, body?: object) =>
  sandbox.call("POST", `/_sandbox/payments/${id}/${deed}`, body);
const truthOf = async (id: string) => {
  const truth = await card.findPayment(id);
  if (!truth) throw new Error(`${id} is not known`);
  return truth;
};
const paid = async () => {
  const { id } = await card.createPayment(wanted());
  await tell(id, "succeed");
  return id;
};
const cardDetails = (result: string | null) => ({
  type: "card",
  card: { three_d_secure: result && { result } },
});

/** A provider that answers every call with the same. */
async function answering(answer: object, status = 200) {
  const server = createServer((_, response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** A provider of one payment of 9.99, of which a part went back, that notes which refunds are asked for. */
async function withDisputes(gone: { refunded: number; disputes: readonly (readonly [string, number])[] }) {
  const charge = { id: "ch_1", amount_refunded: gone.refunded, disputed: gone.disputes.length > 0 };
  const data = gone.disputes.map(([status, amount]) => ({
    status,
    amount,
    balance_transactions: [],
  }));
  const asked: number[] = [];
  const keys = new Set<unknown>();
  const server = createServer(async (request, response) => {
    const [body] = await request.toArray();
    if (request.method === "POST") {
      asked.push(Number(new URLSearchParams(String(body)).get("amount")));
      keys.add(request.headers["idempotency-key"]);
    }
    const isList = request.url?.startsWith("/v1/disputes");
    const answer = isList ? { object: "list", data, has_more: false } : { id: "pi_1", latest_charge: charge };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, keys, data, close: () => server.close() };
}

const refundsOf = async (id: string) => (await sandbox.stripe.refunds.list({ payment_intent: id })).data;

describe("createPayment", () => {
  it("opens a payment that carries our ids, once per key", async () => {
    const payment = wanted();
    const opened = await card.createPayment(payment);
    expect(await card.createPayment(payment)).toEqual(opened);
    expect(await truthOf(opened.id)).toEqual({
      id: opened.id,
      state: "open",
      isAtBank: false,
      amount: 2_550,
      received: 0,
      currency: "eur",
      clientSecret: opened.clientSecret,
      metadata: payment.metadata,
      returned: 0,
      disputeLost: false,
      disputeOpen: false,
      disputeFee: null,
      paidBy: null,
      chargeId: null,
      declines: 0,
    });
  });

  it.each(["cut", "silence"])("asks again after an answer that was lost (%s): one payment", async (fault) => {
    await order({ timeoutAfterActing: fault, scope: { call: "POST /v1/payment_intents" } });
    const payment = wanted();
    const { id } = await card.createPayment(payment);
    const all = await sandbox.stripe.paymentIntents.list({ limit: 100 });
    expect(
      all.data.filter(({ metadata }) => metadata.donationId === payment.metadata.donationId),
    ).toMatchObject([{ id }]);
  });

  it("gives up as unavailable, and a later try with the same key finds the payment", async () => {
    await order({ timeoutAfterActing: "silence", times: 2 });
    const payment = wanted();
    await expect(card.createPayment(payment)).rejects.toBeInstanceOf(ProviderUnavailable);
    const { id } = await card.createPayment(payment);
    expect((await truthOf(id)).metadata).toEqual(payment.metadata);
  });

  it("opens another payment where the provider would repeat its own failure for the key", async () => {
    await order({ failNext: 500, scope: { call: "POST /v1/payment_intents" } });
    const { id } = await card.createPayment(wanted());
    expect(await truthOf(id)).toMatchObject({ state: "open", amount: 2_550 });
  });

  it("opens another payment where the title was changed after the answer was lost", async () => {
    const payment = wanted();
    const lost = await card.createPayment(payment);
    const { id } = await card.createPayment({ ...payment, description: "A red bicycle" });
    expect(id).not.toBe(lost.id);
    expect(await truthOf(id)).toMatchObject({ state: "open", metadata: payment.metadata });
  });

  it("does not hide a call that the provider refuses", async () => {
    const error = await card.createPayment(wanted({ amount: 49 })).catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(ProviderUnavailable);
    expect(error).not.toBeInstanceOf(Stripe.errors.StripeError);
    expect(String(error)).toContain("amount_too_small");
  });
});

describe("findPayment", () => {
  it("follows a payment by card", async () => {
    const { id, clientSecret } = await card.createPayment(wanted());
    const intent = { id, client_secret: clientSecret };
    await payByBrowser(sandbox.url, intent, { number: "4000000000000002" });
    expect(await truthOf(id)).toMatchObject({ state: "open", received: 0, returned: 0 });
    await payByBrowser(sandbox.url, intent, { number: "4000000000003220" });
    expect(await truthOf(id)).toMatchObject({ state: "open" });
    await order({ process: true });
    await payByBrowser(sandbox.url, intent, { number: "4242424242424242" });
    expect(await truthOf(id)).toMatchObject({ state: "processing", received: 0 });
    await tell(id, "succeed");
    expect(await truthOf(id)).toMatchObject({
      state: "succeeded",
      received: 2_550,
      returned: 0,
      paidBy: "card",
      chargeId: expect.stringMatching(/^ch_/),
    });
  });

  it.each<[string, object | null, PaidBy]>([
    ["a card whose holder was asked", cardDetails("authenticated"), "card_authenticated"],
    ["a card whose bank did not ask", cardDetails("attempt_acknowledged"), "card"],
    ["a card that was exempted", cardDetails("exempted"), "card"],
    ["a card without 3-D Secure", cardDetails(null), "card"],
    ["iDEAL", { type: "ideal", ideal: { bank: "ing", bic: "INGBNL2A" } }, "ideal"],
    ["Bancontact", { type: "bancontact", bancontact: {} }, "bancontact"],
    ["Wero", { type: "wero", wero: {} }, "wero"],
    ["a wallet", { type: "paypal", paypal: {} }, "wallet"],
    ["something else", { type: "sofort", sofort: {} }, "other"],
    ["nothing that was said", null, "other"],
  ])("says what was paid with: %s", async (_, details, paidBy) => {
    const answered = await answering({
      id: "pi_1",
      object: "payment_intent",
      status: "succeeded",
      amount: 2_550,
      amount_received: 2_550,
      currency: "eur",
      metadata: {},
      latest_charge: {
        id: "ch_1",
        object: "charge",
        paid: true,
        disputed: false,
        amount_refunded: 0,
        payment_method_details: details,
      },
    });
    try {
      const payment = await providerFor(answered.url).findPayment("pi_1");
      expect(payment).toMatchObject({ paidBy, chargeId: "ch_1" });
    } finally {
      answered.close();
    }
  });

  it("follows a payment at a bank: no try of a card, and a bank that refuses differs from a donor who left", async () => {
    const { id, clientSecret } = await card.createPayment(wanted());
    const atBank = async (outcome: string) => {
      const { body } = await payByBank(sandbox.url, { id, client_secret: clientSecret }, "ideal");
      const url = body.next_action?.redirect_to_url?.url ?? "";
      expect(await truthOf(id)).toMatchObject({ state: "open", isAtBank: true });
      await fetch(url, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });
      return truthOf(id);
    };
    const left = await atBank("leave");
    expect([left.state, left.declines, left.captureFailed]).toEqual(["open", 0, undefined]);
    expect(left.isAtBank).toBe(false);
    expect(await atBank("fail")).toMatchObject({ state: "open", declines: 0, captureFailed: true });
    expect(await atBank("later")).toMatchObject({ state: "processing", received: 0, paidBy: null });
    await tell(id, "succeed");
    expect(await truthOf(id)).toMatchObject({ state: "succeeded", received: 2_550, paidBy: "ideal" });
  });

  it("tells what a lost dispute took beside a refund", async () => {
    const id = await paid();
    await tell(id, "refund", { amount: 550 });
    await tell(id, "dispute", { amount: 1_000 });
    expect(await truthOf(id)).toMatchObject({
      disputeOpen: true,
      disputeLost: false,
      disputeFee: 0,
      returned: 550,
    });
    await tell(id, "lose-dispute");
    expect(await truthOf(id)).toMatchObject({ disputeOpen: false, disputeLost: true, returned: 1_550 });
  });

  it("tells a lost dispute from one that is open or won", async () => {
    const [lost, won] = [await paid(), await paid()];
    await tell(lost, "dispute");
    expect(await truthOf(lost)).toMatchObject({ state: "succeeded", disputeLost: false, disputeOpen: true });
    await tell(lost, "lose-dispute");
    expect(await truthOf(lost)).toMatchObject({ disputeLost: true, disputeOpen: false, returned: 2_550 });
    await tell(won, "win-dispute");
    expect(await truthOf(won)).toMatchObject({ disputeLost: false, disputeOpen: false, returned: 0 });
  });

  it.each([
    "pi_unknown",
    "",
    "ch_1",
    "pi_../refunds",
    "pi_a?expand[]=x",
    "../v1/events",
    `pi_${"a".repeat(400)}`,
  ])("knows no payment %j", async (id) => {
    expect(await card.findPayment(id)).toBeNull();
  });
});

describe("refundPayment", () => {
  it("gives everything back once, whatever the key and however often", async () => {
    const id = await paid();
    await Promise.all(Array.from({ length: 10 }, () => card.refundPayment(id, "refund-1")));
    await card.refundPayment(id, "refund-2");
    expect(await refundsOf(id)).toMatchObject([{ amount: 2_550 }]);
    expect(await truthOf(id)).toMatchObject({ state: "succeeded", received: 2_550, returned: 2_550 });
  });

  it("is not a refund while only a part was given back", async () => {
    const id = await paid();
    await sandbox.stripe.refunds.create({ payment_intent: id, amount: 50 });
    expect(await truthOf(id)).toMatchObject({ returned: 50 });
    await card.refundPayment(id, "refund-rest");
    expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([2_500, 50]);
  });

  it("refunds once when the provider's answer is lost", async () => {
    const id = await paid();
    await order({ timeoutAfterActing: "silence", times: 2, scope: { call: "POST /v1/refunds" } });
    await expect(card.refundPayment(id, "refund-lost")).rejects.toBeInstanceOf(ProviderUnavailable);
    await card.refundPayment(id, "refund-lost");
    expect(await refundsOf(id)).toHaveLength(1);
  });

  it.each([
    { refunded: 0, disputes: [["lost", 500]], asked: [499] },
    {
      refunded: 100,
      disputes: [
        ["lost", 500],
        ["won", 999],
      ],
      asked: [399],
    },
    { refunded: 499, disputes: [["lost", 500]], asked: [] },
  ] as const)("gives of a part only what a lost dispute did not take: %j", async ({ asked, ...gone }) => {
    const provider = await withDisputes(gone);
    const partly = providerFor(provider.url);
    for (const refund of [partly.refundPayment, partly.refundSubscriptionPayment])
      await refund("pi_1", "withdrawal", { amount: 999, currency: "eur" });
    expect(provider.asked).toEqual([...asked, ...asked]);
    provider.close();
  });

  it("asks for a part with one key before and after an inquiry ends, and not before a dispute has ended", async () => {
    const provider = await withDisputes({ refunded: 0, disputes: [["warning_under_review", 999]] });
    const { refundPayment } = providerFor(provider.url);
    const refund = () => refundPayment("pi_1", "withdrawal", { amount: 500, currency: "eur" });
    await refund();
    provider.data[0]!.status = "warning_closed";
    await refund();
    expect([provider.asked, provider.keys.size]).toEqual([[500, 500], 1]);
    provider.data[0]!.status = "under_review";
    await expect(refund()).rejects.toBeInstanceOf(RefundOnHold);
    provider.data[0]!.status = "won";
    await refund();
    expect([provider.asked, provider.keys.size]).toEqual([[500, 500, 500], 2]);
    provider.close();
  });

  it("must wait while a dispute may take the money", async () => {
    const id = await paid();
    await tell(id, "dispute");
    const refund = (upTo?: { amount: number; currency: string }) =>
      card.refundPayment(id, "refund-disputed", upTo);
    await expect(refund()).rejects.toBeInstanceOf(RefundOnHold);
    await expect(refund({ amount: 550, currency: "eur" })).rejects.toBeInstanceOf(RefundOnHold);
    await tell(id, "win-dispute");
    await refund({ amount: 550, currency: "eur" });
    expect(await truthOf(id)).toMatchObject({ returned: 550 });
    await refund();
    expect(await truthOf(id)).toMatchObject({ returned: 2_550 });
  });

  it.each([
    ["charge_already_refunded", 400, "done"],
    ["charge_disputed", 400, "RefundOnHold"],
    ["refund_disputed_payment", 400, "RefundOnHold"],
    ["charge_not_refundable", 400, "RefundRefused"],
    ["resource_missing", 404, "RefundRefused"],
    ["balance_insufficient", 400, "ProviderUnavailable"],
    ["insufficient_funds", 402, "ProviderUnavailable"],
    ["amount_too_large", 400, "ProviderUnavailable"],
    ["approval_required", 400, "ProviderUnavailable"],
    ["anomalous_money_movement_request", 400, "ProviderUnavailable"],
    ["idempotency_key_in_use", 409, "ProviderUnavailable"],
    ["lock_timeout", 429, "ProviderUnavailable"],
    ["more_permissions_required", 403, "ProviderUnavailable"],
    [undefined, 400, "ProviderUnavailable"],
    ["parameter_unknown", 400, "Error"],
  ])(
    "is given, waits, was refused for good or is a bug when the provider says %s (trust 37)",
    async (...said) => {
      const [code, status, expected] = said;
      const server = await answering(
        { error: { type: "invalid_request_error", code, message: "no" } },
        status,
      );
      const refusing = providerFor(server.url);
      const outcome = (call: Promise<void>) =>
        call.then(
          () => "done",
          (error: Error) => error.name + (error instanceof RefundRefused ? error.code : ""),
        );
      const name = expected === "RefundRefused" ? expected + code : expected;
      for (const refund of [refusing.refundPayment, refusing.refundSubscriptionPayment]) {
        expect(await outcome(refund("pi_1", "refund-refused"))).toBe(name);
        expect(await outcome(refund("pi_1", "part", { amount: 5, currency: "eur" }))).toBe(name);
      }
      server.close();
    },
  );
});

describe("cancelPayment", () => {
  it("ends an open payment, and leaves a paid one alone", async () => {
    const { id } = await card.createPayment(wanted());
    await card.endPayment(id);
    await card.endPayment(id);
    expect(await truthOf(id)).toMatchObject({ state: "cancelled" });
    const done = await paid();
    await card.endPayment(done);
    expect(await truthOf(done)).toMatchObject({ state: "succeeded" });
  });
});

describe("checkouts", () => {
  const page = (changes: Partial<NewPage> = {}): NewPage => ({
    ...wanted(),
    amount: 899,
    description: "5 boosts",
    metadata: { purchaseId: `p-${count}` },
    locale: "nl",
    returnUrl: "https://shop.example/back",
    cancelUrl: "https://shop.example/cancelled",
    ...changes,
  });
  const pay = (url: string, number = "4242424242424242") =>
    fetch(url, {
      method: "POST",
      body: new URLSearchParams({ number, expiry: "12/40", cvc: "123" }),
      redirect: "manual",
    });

  it("opens one page per key, whose payment carries our ids", async () => {
    const asked = page();
    const opened = await card.openPage(asked);
    expect(await card.openPage(asked)).toEqual(opened);
    expect(await card.findPayment(opened.id)).toMatchObject({ id: opened.id, state: "open", received: 0 });
    await pay(opened.url, "4000000000000002");
    const tried = await card.findPayment(opened.id);
    expect(tried).toMatchObject({ id: expect.stringMatching(/^pi_/), state: "open", received: 0 });
    expect(await truthOf(tried?.id ?? "")).toEqual(tried);
    await pay(opened.url);
    const done = await card.findPayment(opened.id);
    expect(await truthOf(tried?.id ?? "")).toEqual(done);
    expect(done).toMatchObject({
      id: tried?.id,
      state: "succeeded",
      received: 899,
      currency: "eur",
      metadata: asked.metadata,
    });
  });

  it.each(["cut", "silence"])("asks again after an answer that was lost (%s): one page", async (fault) => {
    await order({ timeoutAfterActing: fault, scope: { call: "POST /v1/checkout/sessions" } });
    const opened = async () =>
      ((await sandbox.call("GET", "/_sandbox/state")).body.checkouts as unknown[]).length;
    const before = await opened();
    await card.openPage(page());
    expect((await opened()) - before).toBe(1);
  });

  it("opens another page where the provider would repeat its own failure for the key", async () => {
    await order({ failNext: 500, scope: { call: "POST /v1/checkout/sessions" } });
    expect(await card.findPayment((await card.openPage(page())).id)).toMatchObject({ state: "open" });
  });

  it("closes a page that nobody paid on, and leaves a paid one alone", async () => {
    const [open, done] = [await card.openPage(page()), await card.openPage(page())];
    await pay(done.url);
    for (const { id } of [open, open, done]) await card.endPayment(id);
    expect(await card.findPayment(open.id)).toMatchObject({ id: open.id, state: "cancelled" });
    expect(await card.findPayment(done.id)).toMatchObject({ state: "succeeded", received: 899 });
  });

  it.each(["cs_unknown", "", "pi_1", "cs_../x", "cs_a?b=c"])("knows no page %j", async (id) => {
    expect(await card.findPayment(id)).toBeNull();
  });

  it("does not hide a page that the provider does not know", async () => {
    await expect(card.endPayment("cs_unknown")).rejects.toThrow("resource_missing");
  });
});

describe("subscriptions", () => {
  const plan = { key: "gold-499-eur", name: "Steuntje Gold", amount: 499, currency: "eur" };
  const asked = (): NewSubscription => {
    count += 1;
    return {
      plan,
      subscriptionId: `s-${count}`,
      idempotencyKey: `subscription-${count}`,
      locale: "nl",
      returnUrl: "https://shop.example/back",
      cancelUrl: "https://shop.example/cancelled",
    };
  };
  const pay = (url: string, number = "4242424242424242") =>
    fetch(url, {
      method: "POST",
      body: new URLSearchParams({ number, expiry: "12/40", cvc: "123" }),
      redirect: "manual",
    });
  const find = async (id: string) => {
    const truth = await card.findSubscription(id);
    if (!truth) throw new Error(`${id} is not known`);
    return truth;
  };
  const renewal = (id: string, deed: string) => sandbox.call("POST", `/_sandbox/subscriptions/${id}/${deed}`);
  async function subscribed() {
    const page = await card.createSubscription(asked());
    await pay(page.url);
    const { id, payments } = await find(page.id);
    return { page, id, paymentId: payments[0]?.id ?? "" };
  }

  it("opens one page per key, which names the subscription until it is agreed to", async () => {
    const wanted = asked();
    const opened = await card.createSubscription(wanted);
    expect(await card.createSubscription(wanted)).toEqual(opened);
    const { subscriptionId } = wanted;
    const open = { id: opened.id, state: "open", plan: plan.key, subscriptionId };
    expect(await find(opened.id)).toEqual({ ...open, nextPaymentAt: null, payments: [] });

    await pay(opened.url, "4000000000000002");
    expect(await find(opened.id)).toMatchObject(open);
    const [tried] = (await sandbox.stripe.subscriptions.list({ limit: 1 })).data;
    expect(tried).toMatchObject({ status: "incomplete" });
    expect(await card.findSubscription(tried?.id ?? "")).toBeNull();

    await pay(opened.url);
    const truth = await find(opened.id);
    expect(truth).toMatchObject({ id: tried?.id, state: "active", plan: plan.key, subscriptionId });
    expect(truth.payments).toMatchObject([
      { amount: 499, currency: "eur", refunded: false, disputeLost: false },
    ]);
    const days = ((truth.nextPaymentAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days > 27 && days < 32).toBe(true);
    expect(await find(truth.id)).toEqual(truth);
  });

  it("has expired with a page that was closed", async () => {
    const page = await card.createSubscription(asked());
    await card.cancelSubscription(page.id);
    expect(await find(page.id)).toMatchObject({ id: page.id, state: "expired", payments: [] });
    await card.cancelSubscription(page.id);
  });

  it("is active before its first payment has come through, and has none until then", async () => {
    const page = await card.createSubscription(asked());
    await order({ process: true });
    await pay(page.url);
    const { id, payments, state } = await find(page.id);
    expect([state, payments]).toEqual(["active", []]);
    const [invoice] = (await sandbox.stripe.invoices.list({ subscription: id, expand: ["data.payments"] }))
      .data;
    await tell(String(invoice?.payments?.data[0]?.payment.payment_intent), "succeed");
    expect((await find(id)).payments).toMatchObject([{ amount: 499 }]);
  });

  it("goes on month by month, and is suspended while a month cannot be collected", async () => {
    const { id } = await subscribed();
    await renewal(id, "renew");
    expect((await find(id)).payments).toHaveLength(2);
    await renewal(id, "fail-renewal");
    const late = await find(id);
    expect([late.state, late.nextPaymentAt, late.payments.length]).toEqual(["suspended", null, 2]);
    await renewal(id, "renew");
    const again = await find(id);
    expect([again.state, again.payments.length]).toEqual(["active", 3]);
    expect(new Set(again.payments.map((payment) => payment.id)).size).toBe(3);
    await renewal(id, "fail-renewal");
    await renewal(id, "unpaid");
    expect((await find(id)).state).toBe("suspended");
  });

  it("tells of every month, however many there were", async () => {
    const { id } = await subscribed();
    for (let month = 2; month <= 110; month += 1) await renewal(id, "renew");
    const { payments } = await find(id);
    expect(payments).toHaveLength(110);
    expect(payments.every(({ refunded }) => !refunded)).toBe(true);
  });

  it("is ended by its own id or its page's, also when the answer is lost, and again without effect", async () => {
    const [first, second] = [await subscribed(), await subscribed()];
    await order({ timeoutAfterActing: "cut", scope: { call: "DELETE /v1/subscriptions/:id" } });
    await card.cancelSubscription(first.id);
    await card.cancelSubscription(first.id);
    await card.cancelSubscription(second.page.id);
    for (const { id } of [first, second]) {
      expect(await find(id)).toMatchObject({ state: "cancelled", nextPaymentAt: null });
    }
  });

  it("gives a month back once, which a dispute may hold", async () => {
    const { id, paymentId } = await subscribed();
    await tell(paymentId, "dispute");
    await expect(card.refundSubscriptionPayment(paymentId, `refund-${id}`)).rejects.toBeInstanceOf(
      RefundOnHold,
    );
    await tell(paymentId, "win-dispute");
    for (const key of ["a", "a", "b"]) await card.refundSubscriptionPayment(paymentId, `${key}-${id}`);
    expect(await refundsOf(paymentId)).toHaveLength(1);
    expect((await find(id)).payments).toMatchObject([{ refunded: true, disputeLost: false }]);
  });

  it("tells a month that was lost in a dispute", async () => {
    const { id, paymentId } = await subscribed();
    await tell(paymentId, "lose-dispute");
    expect((await find(id)).payments).toMatchObject([{ refunded: true, disputeLost: true, disputeFee: 0 }]);
  });

  it("tells a part of a month that was lost in a dispute, and when it was the rest", async () => {
    const [part, rest] = [await subscribed(), await subscribed()];
    await tell(rest.paymentId, "refund", { amount: 299 });
    for (const { paymentId } of [part, rest]) {
      await tell(paymentId, "dispute", { amount: 200 });
      await tell(paymentId, "lose-dispute");
    }
    const [one, two] = [await find(part.id), await find(rest.id)];
    expect(one.payments).toMatchObject([{ refunded: false, disputeLost: false, returned: 200 }]);
    expect(two.payments).toMatchObject([{ refunded: true, disputeLost: true, returned: 499 }]);
  });

  it.each(["sub_unknown", "cs_unknown", "", "in_1", "sub_../x", "sub_a?b=c"])(
    "knows no subscription %j",
    async (id) => {
      expect(await card.findSubscription(id)).toBeNull();
    },
  );
});

describe("a provider in trouble", () => {
  it.each([429, 500, 503])("is unavailable when it answers %i again and again", async (status) => {
    await order({ failNext: status, times: 2 });
    await expect(card.createPayment(wanted())).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it("is unavailable when it is down, or takes our key no more", async () => {
    await expect(providerFor("http://127.0.0.1:9").findPayment("pi_1")).rejects.toBeInstanceOf(
      ProviderUnavailable,
    );
    const wrongKey = providerFor(sandbox.url, "sk_test_sandbox_other");
    await expect(wrongKey.findPayment("pi_1")).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it("is asked once more before that", async () => {
    await order({ failNext: 503 });
    expect((await card.createPayment(wanted())).id).toMatch(/^pi_/);
  });
});

describe("trust 3: readEvent", () => {
  const at = new Date("2026-03-29T01:30:00Z");
  const seconds = at.getTime() / 1_000;
  const body = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "charge.refunded",
    data: { object: { id: "ch_1", object: "charge", payment_intent: "pi_1" } },
  });
  const sign = (timestamp: number, secret = KEYS.webhookSecret, payload = body) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });

  it.each([
    ["payment_intent.succeeded", { id: "pi_1", object: "payment_intent" }, "pi_1"],
    ["charge.refunded", { id: "ch_1", object: "charge", payment_intent: "pi_1" }, "pi_1"],
    ["refund.created", { id: "re_1", object: "refund", payment_intent: { id: "pi_1" } }, "pi_1"],
    ["charge.dispute.closed", { id: "dp_1", object: "dispute", payment_intent: "pi_1" }, "pi_1"],
    ["charge.succeeded", { id: "ch_2", object: "charge", payment_intent: null }, null],
    [
      "checkout.session.completed",
      { id: "cs_1", object: "checkout.session", payment_intent: "pi_1" },
      "pi_1",
    ],
    ["checkout.session.expired", { id: "cs_1", object: "checkout.session", payment_intent: null }, null],
    ["customer.created", { id: "cus_1", object: "customer" }, null],
  ])("says which payment %s is about", (type, object, paymentId) => {
    const payload = JSON.stringify({ id: "evt_2", object: "event", type, data: { object } });
    const signature = sign(seconds, KEYS.webhookSecret, payload);
    expect(card.readEvent(payload, signature, at)).toEqual({ id: "evt_2", type, paymentId });
  });

  it.each([
    ["customer.subscription.deleted", { id: "sub_1", object: "subscription" }],
    [
      "invoice.paid",
      { id: "in_1", object: "invoice", parent: { subscription_details: { subscription: "sub_1" } } },
    ],
    [
      "checkout.session.completed",
      { id: "cs_1", object: "checkout.session", mode: "subscription", subscription: "sub_1" },
    ],
  ])("says which subscription %s is about", (type, object) => {
    const payload = JSON.stringify({ id: "evt_3", object: "event", type, data: { object } });
    const signature = sign(seconds, KEYS.webhookSecret, payload);
    expect(card.readEvent(payload, signature, at)).toEqual({
      id: "evt_3",
      type,
      paymentId: null,
      subscriptionId: "sub_1",
    });
  });

  it.each([
    ["invoice.paid", { id: "in_1", object: "invoice", parent: null }, undefined],
    [
      "checkout.session.expired",
      { id: "cs_1", object: "checkout.session", mode: "subscription", subscription: null },
      "cs_1",
    ],
  ])("says of %s as much as there is", (type, object, subscriptionId) => {
    const payload = JSON.stringify({ id: "evt_4", object: "event", type, data: { object } });
    const event = card.readEvent(payload, sign(seconds, KEYS.webhookSecret, payload), at);
    expect([event.paymentId, event.subscriptionId]).toEqual([null, subscriptionId]);
  });

  it("trust 3: takes a signature of up to 300 seconds ago or ahead", () => {
    for (const near of [-300, 300]) {
      expect(card.readEvent(body, sign(seconds + near), at).id).toBe("evt_1");
    }
    for (const far of [-301, 301, 86_400]) {
      expect(() => card.readEvent(body, sign(seconds + far), at)).toThrow(BadSignature);
    }
    const twice = sign(seconds + 86_400).replace(/^t=/, `t=${seconds},t=`);
    expect(() => card.readEvent(body, twice, at)).toThrow(BadSignature);
  });

  it.each([
    ["none", null],
    ["an empty one", ""],
    ["nonsense", "t=1,v1"],
    ["another secret's", sign(seconds, "whsec_rotated_out")],
    ["another body's", sign(seconds, KEYS.webhookSecret, `${body} `)],
    ["only an older scheme", sign(seconds).replace("v1=", "v0=")],
  ])("refuses %s", (_, signature) => {
    expect(() => card.readEvent(body, signature, at)).toThrow(BadSignature);
  });

  it("refuses a signed body that is no event", () => {
    expect(() => card.readEvent("nonsense", sign(seconds, KEYS.webhookSecret, "nonsense"), at)).toThrow(
      BadSignature,
    );
  });
});
