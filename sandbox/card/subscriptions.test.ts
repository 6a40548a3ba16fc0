import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openMerchant, openTestSandbox, refusal, type TestSandbox, temporaryFolder } from "../support";
import { TEXTS } from "./checkout-page";
import { monthAfter } from "./provider/subscriptions";

const HOUR = 3_600;
const DAY = 24 * HOUR;

let folder: ReturnType<typeof temporaryFolder>;
let merchant: Awaited<ReturnType<typeof openMerchant>>;
let sandbox: TestSandbox;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-31T10:00:00Z") });
  folder = temporaryFolder();
  merchant = await openMerchant();
  sandbox = await openTestSandbox(folder.path, { webhookUrl: merchant.url });
});
afterEach(async () => {
  vi.useRealTimers();
  await sandbox.stop();
  await merchant.close();
  folder.remove();
});

const RETURN = "https://shop.example/profile?subscription=s-1";
const LINE = {
  quantity: 1,
  price_data: {
    currency: "eur",
    unit_amount: 499,
    recurring: { interval: "month" },
    product_data: { name: "Steuntje Gold" },
  },
} as const;
const open = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  sandbox.stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [LINE],
    subscription_data: { metadata: { subscriptionId: "s-1" } },
    success_url: RETURN,
    locale: "nl",
    ...changes,
  });
const pay = (page: Stripe.Checkout.Session, number = "4242424242424242") =>
  fetch(page.url ?? "", {
    method: "POST",
    body: new URLSearchParams({ number, expiry: "12/40", cvc: "123" }),
    redirect: "manual",
  });
async function subscribed(): Promise<string> {
  const page = await open();
  await pay(page);
  return String((await sandbox.stripe.checkout.sessions.retrieve(page.id)).subscription);
}
const find = (id: string) => sandbox.stripe.subscriptions.retrieve(id);
const invoicesOf = async (subscription: string) =>
  (await sandbox.stripe.invoices.list({ subscription, limit: 100, expand: ["data.payments"] })).data;
const command = (id: string, name: string, input?: object) =>
  sandbox.call("POST", `/_sandbox/subscriptions/${id}/${name}`, input);
/** A restart processes what came due meanwhile. */
async function restartAt(seconds: number): Promise<void> {
  vi.setSystemTime(seconds * 1_000);
  await sandbox.stop();
  sandbox = await openTestSandbox(folder.path, { webhookUrl: merchant.url });
}

describe("a subscription by card", () => {
  it("begins on a hosted page, with the first month's invoice paid", async () => {
    const page = await open();
    expect(page).toMatchObject({
      mode: "subscription",
      subscription: null,
      payment_intent: null,
      amount_total: 499,
    });
    const [, perMonth = ""] = TEXTS.nl.subscribe.split("{amount}");
    expect(await (await fetch(page.url ?? "")).text()).toMatch(new RegExp(`4,99${perMonth}</button>`));
    expect((await pay(page)).headers.get("location")).toBe(RETURN);
    const done = await sandbox.stripe.checkout.sessions.retrieve(page.id, { expand: ["subscription"] });
    expect(done).toMatchObject({ status: "complete", payment_status: "paid", payment_intent: null });
    const subscription = done.subscription as Stripe.Subscription;
    expect(subscription).toMatchObject({ status: "active", metadata: { subscriptionId: "s-1" } });
    expect(subscription.items.data).toMatchObject([
      {
        price: { unit_amount: 499, currency: "eur", recurring: { interval: "month" } },
        current_period_end: Date.parse("2026-02-28T10:00:00Z") / 1_000,
      },
    ]);
    const [invoice] = await invoicesOf(subscription.id);
    expect(invoice).toMatchObject({
      status: "paid",
      amount_paid: 499,
      billing_reason: "subscription_create",
      parent: { subscription_details: { subscription: subscription.id } },
    });
    const [payment] = invoice?.payments?.data ?? [];
    expect(payment).toMatchObject({ status: "paid", amount_paid: 499 });
    const charges = await sandbox.stripe.charges.list({ customer: String(subscription.customer) });
    expect(charges.data).toMatchObject([{ paid: true, payment_intent: payment?.payment.payment_intent }]);
    const told = [
      "checkout.session.completed",
      "customer.subscription.created",
      "customer.subscription.updated",
      "invoice.paid",
    ];
    await vi.waitFor(() => expect(merchant.types()).toEqual(expect.arrayContaining(told)), 30_000);
  });

  it("shows an invoice's payments only when they are asked for", async () => {
    const subscription = await subscribed();
    const [invoice] = (await sandbox.stripe.invoices.list({ subscription })).data;
    expect(invoice).not.toHaveProperty("payments");
    expect((await invoicesOf(subscription))[0]?.payments?.data).toHaveLength(1);
  });

  it("stays incomplete while cards are declined, and begins with one that pays", async () => {
    const page = await open();
    expect(await (await pay(page, "4000000000000002")).text()).toContain(TEXTS.nl.problems.declined);
    const [tried] = (await sandbox.stripe.subscriptions.list()).data;
    expect(tried?.status).toBe("incomplete");
    expect((await sandbox.stripe.checkout.sessions.retrieve(page.id)).subscription).toBeNull();
    await pay(page);
    expect((await find(tried?.id ?? "")).status).toBe("active");
    expect(await invoicesOf(tried?.id ?? "")).toHaveLength(1);
  });

  it("expires with its page", async () => {
    const page = await open();
    await pay(page, "4000000000000002");
    const [tried] = (await sandbox.stripe.subscriptions.list()).data;
    await sandbox.stripe.checkout.sessions.expire(page.id);
    expect((await find(tried?.id ?? "")).status).toBe("incomplete_expired");
    expect(await invoicesOf(tried?.id ?? "")).toMatchObject([{ status: "void" }]);
  });

  it("asks the card holder first when their bank wants it", async () => {
    const page = await open();
    const bank = (await pay(page, "4000000000003220")).headers.get("location") ?? "";
    await fetch(bank, {
      method: "POST",
      body: new URLSearchParams({ outcome: "approve" }),
      redirect: "manual",
    });
    expect(await sandbox.stripe.checkout.sessions.retrieve(page.id)).toMatchObject({ status: "complete" });
  });

  it.each<[Partial<Stripe.Checkout.SessionCreateParams>, string]>([
    [{ payment_intent_data: { description: "x" } }, "payment_intent_data"],
    [{ mode: "payment" }, "line_items"],
    [
      {
        line_items: [{ ...LINE, price_data: { ...LINE.price_data, recurring: { interval: "year" } } }],
      },
      "line_items[0][price_data][recurring][interval]",
    ],
  ])("refuses what its mode does not take: %#", async (changes, param) => {
    expect(await refusal(open(changes))).toMatchObject({ status: 400, param });
  });
});

describe("as time passes", () => {
  it("bills the next month at its beginning, and collects it about an hour later", async () => {
    const id = await subscribed();
    const end = (await find(id)).items.data[0]?.current_period_end ?? 0;
    await restartAt(end + 60);
    expect(await find(id)).toMatchObject({ status: "active" });
    expect(await invoicesOf(id)).toMatchObject([
      { status: "draft", billing_reason: "subscription_cycle" },
      {},
    ]);
    await restartAt(end + HOUR + 60);
    const [second, first] = await invoicesOf(id);
    expect([second?.status, first?.status]).toEqual(["paid", "paid"]);
    expect(second?.status_transitions.paid_at).toBe(end + HOUR);
    expect((await find(id)).items.data[0]?.current_period_end).toBe(
      Date.parse("2026-03-31T10:00:00Z") / 1_000,
    );
  });

  it("makes up for the months in which it was off", async () => {
    const id = await subscribed();
    await restartAt(Date.parse("2026-05-01T10:00:00Z") / 1_000);
    expect((await invoicesOf(id)).map(({ status }) => status)).toEqual(["paid", "paid", "paid", "paid"]);
  });

  it("tries a refused month again, and ends the subscription after the last time", async () => {
    const id = await subscribed();
    const end = (await find(id)).items.data[0]?.current_period_end ?? 0;
    await command(id, "fail-renewal");
    expect(await find(id)).toMatchObject({ status: "past_due" });
    const [refused] = await invoicesOf(id);
    expect(refused).toMatchObject({ status: "open", attempt_count: 1 });
    expect(refused?.next_payment_attempt).toBeGreaterThan(0);
    for (let tries = 2; tries <= 4; tries += 1) await command(id, "fail-renewal");
    expect(await find(id)).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "payment_failed" },
    });
    await restartAt(end + 90 * DAY);
    expect(await invoicesOf(id)).toHaveLength(2);
  });

  it("is active again once a refused month is paid", async () => {
    const id = await subscribed();
    await command(id, "fail-renewal");
    await command(id, "renew");
    expect(await find(id)).toMatchObject({ status: "active" });
    expect((await invoicesOf(id)).map(({ status }) => status)).toEqual(["paid", "paid"]);
  });

  it("stays unpaid where the settings say so, and is not collected any more", async () => {
    const id = await subscribed();
    await command(id, "fail-renewal");
    await command(id, "unpaid");
    expect(await find(id)).toMatchObject({ status: "unpaid" });
    expect((await command(id, "renew")).status).toBe(200);
  });

  it.each([
    ["2026-01-31T10:00:00Z", "2026-02-28T10:00:00Z"],
    ["2028-01-31T10:00:00Z", "2028-02-29T10:00:00Z"],
    ["2026-12-15T00:00:01Z", "2027-01-15T00:00:01Z"],
  ])("a month after %s is %s", (from, to) => {
    const at = Date.parse(from) / 1_000;
    expect(monthAfter(at, at)).toBe(Date.parse(to) / 1_000);
  });
});

describe("its end", () => {
  it("is cancelled at once, with the secret key, and only once", async () => {
    const id = await subscribed();
    await command(id, "bill");
    const ended = await sandbox.stripe.subscriptions.cancel(id);
    expect(ended).toMatchObject({ status: "canceled" });
    expect(ended.ended_at).toBe(Math.floor(Date.now() / 1_000));
    expect(await refusal(sandbox.stripe.subscriptions.cancel(id))).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
    await restartAt(ended.created + 60 * DAY);
    expect((await invoicesOf(id)).map(({ status }) => status)).toEqual(["draft", "paid"]);
    expect((await command(id, "renew")).status).toBe(400);
  });

  it("gives a month back, or loses it in a dispute, by its payment", async () => {
    const id = await subscribed();
    const [invoice] = await invoicesOf(id);
    const payment = String(invoice?.payments?.data[0]?.payment.payment_intent);
    await sandbox.call("POST", `/_sandbox/payments/${payment}/lose-dispute`);
    const customer = String((await find(id)).customer);
    expect((await sandbox.stripe.charges.list({ customer })).data).toMatchObject([{ disputed: true }]);
    expect((await sandbox.stripe.disputes.list({ payment_intent: payment })).data).toMatchObject([
      { status: "lost" },
    ]);
    expect(await refusal(sandbox.stripe.refunds.create({ payment_intent: payment }))).toMatchObject({
      code: "charge_disputed",
    });
  });
});
