import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openMerchant, openTestSandbox, type TestSandbox, temporaryFolder, WALLET } from "../support";
import { TEXTS } from "./approval-page";
import { lastBatch } from "./provider/renewals";
import { monthAfter } from "./provider/subscriptions";

let folder: ReturnType<typeof temporaryFolder>;
let merchant: Awaited<ReturnType<typeof openMerchant>>;
let sandbox: TestSandbox;
let answers: number[];
beforeEach(async () => {
  folder = temporaryFolder();
  answers = [];
  merchant = await openMerchant(answers);
  sandbox = await open();
});
afterEach(async () => {
  await sandbox.stop();
  await merchant.close();
  folder.remove();
});
const open = () => openTestSandbox(folder.path, { walletWebhookUrl: merchant.url });

type Body = Record<string, unknown> & { id: string; links: { rel: string; href: string }[] };
const basic = (id = WALLET.clientId, secret = WALLET.clientSecret) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
const signIn = (authorization: string, grant_type = "client_credentials") =>
  fetch(`${sandbox.url}/v1/oauth2/token`, {
    method: "POST",
    headers: { Authorization: authorization },
    body: new URLSearchParams({ grant_type }),
  });
let token: string | undefined;
async function call(method: string, path: string, body?: unknown, requestId?: string) {
  token ??= ((await (await signIn(basic())).json()) as { access_token: string }).access_token;
  const response = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(requestId !== undefined && { "PayPal-Request-Id": requestId }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : null) as Body };
}
const WAY = {
  locale: "nl-NL",
  shipping_preference: "NO_SHIPPING",
  return_url: "https://shop.example/back?x=1",
  cancel_url: "https://shop.example/cancelled",
};
const orderFor = (value: string, changes: object = {}) => ({
  intent: "CAPTURE",
  purchase_units: [
    { reference_id: "ref", description: "5 <b>boosts</b>", amount: { currency_code: "EUR", value } },
  ],
  application_context: { ...WAY, user_action: "PAY_NOW" },
  ...changes,
});
const command = (id: string, name: string, input?: object) =>
  sandbox.call("POST", `/_sandbox/wallet/${id}/${name}`, input);
const addFault = (body: object) => sandbox.call("POST", "/_sandbox/faults", body);
const capture = (id: string, requestId?: string) =>
  call("POST", `/v2/checkout/orders/${id}/capture`, {}, requestId);
const linkOf = ({ links }: Body, rel: string) => links.find((link) => link.rel === rel)?.href ?? "";
const issueOf = ({ body }: { body: Body }) => (body.details as { issue: string }[])[0]?.issue;

async function approved(): Promise<string> {
  const { body } = await call("POST", "/v2/checkout/orders", orderFor("8.99"));
  await command(body.id, "approve");
  return body.id;
}
async function subscribed() {
  await call("POST", "/v1/catalogs/products", { id: "product-1", name: "Gold", type: "SERVICE" });
  const plan = await call("POST", "/v1/billing/plans", {
    product_id: "product-1",
    name: "Gold",
    billing_cycles: [
      {
        tenure_type: "REGULAR",
        sequence: 1,
        total_cycles: 0,
        frequency: { interval_unit: "MONTH", interval_count: 1 },
        pricing_scheme: { fixed_price: { currency_code: "EUR", value: "4.99" } },
      },
    ],
    payment_preferences: { auto_bill_outstanding: false, payment_failure_threshold: 1 },
  });
  const { body } = await call("POST", "/v1/billing/subscriptions", {
    plan_id: plan.body.id,
    application_context: { ...WAY, user_action: "SUBSCRIBE_NOW" },
  });
  return body;
}
const paymentsOf = async (id: string) => {
  const range = "start_time=2020-01-01T00:00:00Z&end_time=2100-01-01T00:00:00Z";
  const { body } = await call("GET", `/v1/billing/subscriptions/${id}/transactions?${range}`);
  return body.transactions as { id: string; status: string; time: string }[];
};
const typesReceived = () =>
  merchant.received.map(({ body }) => (JSON.parse(body) as { event_type: string }).event_type);
const received = (types: string[]) =>
  vi.waitFor(() => expect(typesReceived()).toEqual(types), { timeout: 30_000 });

describe("the wallet provider's API", () => {
  it("gives a token for the client id and secret", async () => {
    expect((await signIn(basic())).status).toBe(200);
    expect((await signIn(basic(WALLET.clientId, "another"))).status).toBe(401);
    expect((await signIn("Bearer x")).status).toBe(401);
    expect((await signIn(basic(), "password")).status).toBe(400);
    for (const authorization of ["", "Bearer 99999999999.00", `Bearer ${token?.replace(/^\d/, "9")}`]) {
      const answer = await fetch(`${sandbox.url}/v2/checkout/orders/X`, { headers: { authorization } });
      expect(answer.status).toBe(401);
    }
  });

  it.each([
    orderFor("8.999"),
    orderFor("-1"),
    orderFor("0"),
    orderFor("8,99"),
    orderFor("8.99", { intent: "AUTHORIZE" }),
    orderFor("8.99", { purchase_units: [] }),
    orderFor("8.99", { unknown: 1 }),
    orderFor("8.99", { application_context: { ...WAY, user_action: "PAY_NOW", return_url: "javascript:1" } }),
  ])("refuses a question that the provider would not take: %#", async (question) => {
    const answer = await call("POST", "/v2/checkout/orders", question);
    expect([answer.status, issueOf(answer)]).toEqual([400, "INVALID_PARAMETER_VALUE"]);
  });

  it("answers the same to the same request id, and refuses it for another question", async () => {
    const [first, again] = [
      await call("POST", "/v2/checkout/orders", orderFor("8.99"), "r-1"),
      await call("POST", "/v2/checkout/orders", orderFor("8.99"), "r-1"),
    ];
    expect(again).toEqual(first);
    expect((await call("POST", "/v2/checkout/orders", orderFor("8.99"))).body.id).not.toBe(first.body.id);
    const other = await call("POST", "/v2/checkout/orders", orderFor("1.00"), "r-1");
    expect([other.status, issueOf(other)]).toEqual([422, "DUPLICATE_REQUEST_ID"]);
  });

  it("captures an approved order once, and refuses others", async () => {
    const { body } = await call("POST", "/v2/checkout/orders", orderFor("8.99"));
    expect(issueOf(await capture(body.id))).toBe("ORDER_NOT_APPROVED");
    await command(body.id, "approve");
    await addFault({ decline: "insufficient_funds" });
    expect(issueOf(await capture(body.id, "c-1"))).toBe("INSTRUMENT_DECLINED");
    expect(issueOf(await capture(body.id, "c-1"))).toBe("INSTRUMENT_DECLINED");
    await command(body.id, "approve");
    expect(issueOf(await capture(body.id, "c-1"))).toBe("INSTRUMENT_DECLINED");
    expect(await capture(body.id, "c-2")).toMatchObject({ status: 201, body: { status: "COMPLETED" } });
    expect((await capture(body.id, "c-2")).status).toBe(201);
    expect(issueOf(await capture(body.id))).toBe("ORDER_ALREADY_CAPTURED");
    expect((await capture("NOSUCHORDER")).status).toBe(404);
  });

  it("gives back no more than was taken", async () => {
    const id = await approved();
    await capture(id);
    expect((await command(id, "refund", { amount: 900 })).status).toBe(422);
    expect((await command(id, "refund", { amount: 400 })).status).toBe(200);
    expect((await command(id, "refund", { amount: 500 })).status).toBe(422);
    expect((await command(id, "refund")).body).toMatchObject({ amount: 499 });
    expect((await command(id, "refund")).status).toBe(422);
  });

  it("shows a subscription's payment by both of its names, and refunds it", async () => {
    const { id } = await subscribed();
    await command(id, "approve");
    await command(id, "renew");
    const [first, second] = await paymentsOf(id);
    const sale = await call("GET", `/v1/payments/sale/${first?.id}`);
    expect(sale.body).toMatchObject({
      state: "completed",
      billing_agreement_id: id,
      amount: { total: "4.99" },
    });
    expect((await call("POST", `/v2/payments/captures/${second?.id}/refund`, {})).status).toBe(201);
    expect((await paymentsOf(id)).map(({ status }) => status)).toEqual(["COMPLETED", "REFUNDED"]);
  });

  it("links to nothing but what it has", async () => {
    const order = await approved();
    await capture(order);
    await command(order, "refund", { amount: 1 });
    await command(order, "dispute");
    const { id } = await subscribed();
    await command(id, "approve");
    const [sale] = await paymentsOf(id);
    await call("POST", `/v2/payments/captures/${sale?.id}/refund`, {});
    const header = { sender_batch_header: { sender_batch_id: "b-1" } };
    const item = {
      recipient_type: "EMAIL",
      receiver: "a@example.org",
      amount: { currency: "EUR", value: "1.00" },
    };
    const made = await call("POST", "/v1/payments/payouts", { ...header, items: [item] });
    const { payout_batch_id: batch } = made.body.batch_header as { payout_batch_id: string };
    await command(batch, "succeed");
    await expect.poll(typesReceived).toContain("PAYMENT.PAYOUTS-ITEM.SUCCEEDED");
    const read = [
      `/v2/checkout/orders/${order}`,
      `/v1/payments/payouts/${batch}`,
      `/v1/payments/sale/${sale?.id}`,
    ];
    const answers = await Promise.all(read.map((path) => call("GET", path)));
    const shown = JSON.stringify([...answers, ...merchant.received.map(({ body }) => JSON.parse(body))]);
    const links = new Set(
      [...shown.matchAll(/"method":"(\w+)","href":"(\/[^"]*)"/g)].map(
        ([, method, path]) => `${method} ${path}`,
      ),
    );
    expect(links.size).toBeGreaterThan(8);
    const gone: string[] = [];
    for (const each of links) {
      const [method = "", path = ""] = each.split(" ");
      const { status } = await call(method, path, method === "POST" ? {} : undefined);
      if (status === 404) gone.push(each);
    }
    expect(gone).toEqual([]);
  });

  it("refuses unknown and impossible commands", async () => {
    const id = await approved();
    expect((await command(id, "explode")).status).toBe(404);
    expect((await command(id, "constructor")).status).toBe(404);
    expect((await command(id, "refund")).status).toBe(422);
    expect((await command("NOBODY", "approve")).status).toBe(404);
    expect((await command(id, "approve", { when: 1 })).status).toBe(400);
  });
});

describe("subscriptions", () => {
  it("are suspended when as many payments fail as their plan allows", async () => {
    const { id } = await subscribed();
    await command(id, "approve");
    await command(id, "fail-renewal");
    expect((await call("GET", `/v1/billing/subscriptions/${id}`)).body.status).toBe("SUSPENDED");
    expect((await command(id, "renew")).status).toBe(422);
  });

  it("are paid on command, and when they are due", async () => {
    const { id } = await subscribed();
    await command(id, "approve");
    const at = "2020-02-29T12:00:00.000Z";
    await command(id, "renew", { at });
    expect((await paymentsOf(id)).map(({ time }) => time)).toContain(at);
    await sandbox.stop();
    const later = Date.now() + 100 * 86_400_000;
    vi.useFakeTimers({ toFake: ["Date"], now: later });
    sandbox = await open();
    token = undefined;
    expect(await paymentsOf(id)).toHaveLength(4);
    vi.useRealTimers();
  });

  it.each([
    ["2026-01-31T10:00:00.000Z", 31, "2026-02-28T10:00:00.000Z"],
    ["2026-02-28T10:00:00.000Z", 31, "2026-03-31T10:00:00.000Z"],
    ["2028-01-30T10:00:00.000Z", 30, "2028-02-29T10:00:00.000Z"],
    ["2026-12-15T10:00:00.000Z", 15, "2027-01-15T10:00:00.000Z"],
  ])("are due a month after %s", (at, day, next) => {
    expect(monthAfter(at, day)).toBe(next);
  });
});

describe("the approval page", () => {
  const answer = (url: string, outcome: string) =>
    fetch(url, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });

  it("leads back to the shop, and counts the first answer only", async () => {
    const { body } = await call("POST", "/v2/checkout/orders", orderFor("8.99"));
    const url = linkOf(body, "approve");
    const page = await (await fetch(url)).text();
    expect(page).toContain(`href="https://shop.example/cancelled?token=${body.id}"`);
    expect(page).toContain("5 &lt;b&gt;boosts&lt;/b&gt;");
    expect((await answer(url, "approve")).headers.get("location")).toMatch(
      `https://shop.example/back?x=1&token=${body.id}&PayerID=`,
    );
    expect((await answer(url, "fail")).status).toBe(303);
    expect((await fetch(url, { redirect: "manual" })).status).toBe(303);
    expect((await capture(body.id)).status).toBe(201);
    expect((await fetch(`${sandbox.url}/approve/NOBODY`)).status).toBe(404);
  });

  it("comes again when the wallet could not pay", async () => {
    const { body } = await call("POST", "/v2/checkout/orders", orderFor("8.99"));
    const url = linkOf(body, "approve");
    expect((await answer(url, "fail")).status).toBe(303);
    expect(issueOf(await capture(body.id))).toBe("INSTRUMENT_DECLINED");
    expect(await (await fetch(url)).text()).toContain(TEXTS.nl.refused);
    await answer(url, "approve");
    expect((await capture(body.id)).status).toBe(201);
  });

  it("speaks the language that was asked for, else the visitor's, and runs nothing", async () => {
    const { locale: _, ...way } = WAY;
    const asked = orderFor("8.99", { application_context: { ...way, user_action: "PAY_NOW" } });
    const once = linkOf((await call("POST", "/v2/checkout/orders", asked)).body, "approve");
    const monthly = linkOf(await subscribed(), "approve");
    expect(await (await fetch(monthly)).text()).toContain(TEXTS.nl.subscribe);
    for (const [language, texts] of Object.entries(TEXTS)) {
      const page = await fetch(once, { headers: { "Accept-Language": `${language}-XX,en;q=0.5` } });
      const html = await page.text();
      expect(html).toContain(`<html lang="${language}">`);
      for (const text of [texts.title, texts.notice, texts.approve, texts.fail, texts.cancel])
        expect(html).toContain(text);
      expect(html).toMatch(/8[.,]99/);
      expect(html).not.toContain("<script");
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    }
  });
});

describe("events", () => {
  const PAID = ["CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED", "CHECKOUT.ORDER.COMPLETED"];

  it("come in order, again until they are taken, and after a restart", async () => {
    answers.push(500, 404);
    const id = await approved();
    await capture(id);
    await received(PAID);
    await merchant.close();
    await command(id, "refund");
    await sandbox.stop();
    merchant = await openMerchant();
    sandbox = await open();
    await received(["PAYMENT.CAPTURE.REFUNDED"]);
  });
});

it("collects renewals in batches, hours after they were due", () => {
  const batch = lastBatch(Date.parse("2026-03-10T17:59:00Z"));
  expect(batch).toBe("2026-03-10T12:00:00.000Z");
  expect("2026-03-10T12:00:01.000Z" <= batch).toBe(false);
});
