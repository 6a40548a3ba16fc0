import type Stripe from "stripe";
import { beforeAll, describe, expect, it } from "vitest";
import { KEYS, openOwnSandbox, payByBank, payByBrowser, RETURN_URL, type TestSandbox } from "../support";
import { TEXTS } from "./bank-page";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openOwnSandbox();
  return sandbox.stop;
});

async function challenged(number = "4000000000003220") {
  const intent = await sandbox.stripe.paymentIntents.create({ amount: 1_250, currency: "eur" });
  const { status, body } = await payByBrowser(sandbox.url, intent, { number });
  expect([status, body.status, body.next_action?.type]).toEqual([200, "requires_action", "redirect_to_url"]);
  return { intent, url: body.next_action?.redirect_to_url?.url ?? "" };
}
const answer = (url: string, outcome: string) =>
  fetch(url, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });

describe("3-D Secure", () => {
  it.each([
    ["4000000000003220", "approve", "succeeded", "succeeded"],
    ["4000002500003155", "fail", "failed", "requires_payment_method"],
  ])("asks for %s; %s leads back with %s", async (number, outcome, redirect, status) => {
    const { intent, url } = await challenged(number);
    const back = await answer(url, outcome);
    expect(back.status).toBe(303);
    const where = new URL(back.headers.get("location") ?? "");
    expect(where.origin + where.pathname).toBe("https://shop.example/thanks");
    expect(Object.fromEntries(where.searchParams)).toEqual({
      from: "card",
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: redirect,
    });
    const truth = await sandbox.stripe.paymentIntents.retrieve(intent.id);
    expect([truth.status, truth.next_action]).toEqual([status, null]);
  });

  it("counts the first answer only", async () => {
    const { intent, url } = await challenged();
    await answer(url, "approve");
    expect((await answer(url, "fail")).headers.get("location")).toContain("redirect_status=succeeded");
    expect((await fetch(url, { redirect: "manual" })).status).toBe(303);
    expect((await sandbox.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });

  it("ignores an answer when the payment was cancelled or paid by another card meanwhile", async () => {
    const { intent, url } = await challenged();
    await sandbox.stripe.paymentIntents.cancel(intent.id);
    expect((await answer(url, "approve")).headers.get("location")).toContain("redirect_status=failed");
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).status).toBe("canceled");
  });

  it("speaks the visitor's language on a page that runs nothing", async () => {
    const { url } = await challenged();
    for (const [language, { notice, card }] of Object.entries(TEXTS)) {
      const page = await fetch(url, { headers: { "Accept-Language": `${language}-XX,en;q=0.5` } });
      const html = await page.text();
      expect(html).toContain(`<html lang="${language}">`);
      for (const text of [card.title, notice, ...Object.values(card.answers)]) expect(html).toContain(text);
      expect(html).toMatch(/12[.,]50/);
      expect(html).not.toContain("<script");
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    }
    expect((await fetch(`${sandbox.url}/3ds/tds_none`)).status).toBe(404);
  });
});

describe("a bank's page", () => {
  const types = ["ideal", "bancontact"] as const;
  async function atBank(type: (typeof types)[number] = "ideal") {
    const automatic_payment_methods = { enabled: true };
    const intent = await sandbox.stripe.paymentIntents.create({
      amount: 1_250,
      currency: "eur",
      automatic_payment_methods,
    });
    const { status, body } = await payByBank(sandbox.url, intent, type);
    expect([status, body.status]).toEqual([200, "requires_action"]);
    return { intent, url: body.next_action?.redirect_to_url?.url ?? "" };
  }
  const stateOf = async (id: string) => {
    const { status, latest_charge, last_payment_error } = await sandbox.stripe.paymentIntents.retrieve(id, {
      expand: ["latest_charge"],
    });
    const charge = latest_charge as Stripe.Charge | null;
    return [status, charge?.payment_method_details?.type ?? null, last_payment_error?.code ?? null];
  };

  it.each([
    ["ideal", "approve", "succeeded", ["succeeded", "ideal", null]],
    ["bancontact", "approve", "succeeded", ["succeeded", "bancontact", null]],
    ["ideal", "later", "pending", ["processing", null, null]],
    ["ideal", "fail", "failed", ["requires_payment_method", null, "payment_method_provider_decline"]],
    ["bancontact", "leave", "failed", ["requires_payment_method", null, "payment_method_customer_decline"]],
  ] as const)("of %s: %s leads back with %s", async (type, outcome, redirect, state) => {
    const { intent, url } = await atBank(type);
    expect(url).toContain("/bank/");
    const back = new URL((await answer(url, outcome)).headers.get("location") ?? "");
    expect(back.searchParams.get("redirect_status")).toBe(redirect);
    expect(await stateOf(intent.id)).toEqual(state);
  });

  it("answers by itself after days, or by a command", async () => {
    const [pays, refuses] = [await atBank(), await atBank()];
    for (const { url } of [pays, refuses]) await answer(url, "later");
    await sandbox.call("POST", `/_sandbox/payments/${refuses.intent.id}/fail`);
    await sandbox.call("POST", "/_sandbox/clock", { days: 2 });
    expect((await stateOf(pays.intent.id))[0]).toBe("processing");
    await sandbox.call("POST", "/_sandbox/clock", { days: 1 });
    expect(await stateOf(pays.intent.id)).toEqual(["succeeded", "ideal", null]);
    const refused = ["requires_payment_method", null, "payment_method_provider_decline"];
    expect(await stateOf(refuses.intent.id)).toEqual(refused);
  });

  it("is not disputed, and refunds", async () => {
    const { intent, url } = await atBank();
    await answer(url, "approve");
    expect((await sandbox.call("POST", `/_sandbox/payments/${intent.id}/dispute`)).status).toBe(400);
    expect((await sandbox.stripe.refunds.create({ payment_intent: intent.id })).status).toBe("succeeded");
  });

  it("offers what the account has switched on, less what the payment excludes", async () => {
    const create = (changes: object = {}) =>
      sandbox.stripe.paymentIntents.create({
        amount: 400,
        currency: "eur",
        automatic_payment_methods: { enabled: true },
        ...changes,
      });
    const offered = async ({ client_secret: secret }: Stripe.PaymentIntent, locale = "en") => {
      const query = new URLSearchParams({ key: KEYS.publishableKey, client_secret: secret ?? "", locale });
      const answered = await fetch(`${sandbox.url}/v1/elements/sessions?${query}`);
      return ((await answered.json()) as { methods: string[] }).methods;
    };
    const all = await create();
    expect(await offered(all)).toEqual(["card", "ideal", "bancontact", "apple_pay", "google_pay"]);
    expect(await offered(all, "nl")).toEqual(["ideal", "card", "bancontact", "apple_pay", "google_pay"]);
    const withoutCards = await create({ excluded_payment_method_types: ["card"] });
    expect(await offered(withoutCards)).toEqual(["ideal", "bancontact"]);
    const card = await payByBrowser(sandbox.url, withoutCards, { number: "4242424242424242" });
    expect(card.body.error?.code).toBe("payment_method_not_available");
    await sandbox.call("POST", "/_sandbox/methods", { on: ["card", "google_pay"] });
    expect(await offered(all)).toEqual(["card", "google_pay"]);
    expect((await create()).payment_method_types).toEqual(["card"]);
    await expect(create({ excluded_payment_method_types: ["card"] })).rejects.toThrow(
      "No valid payment method",
    );
    await sandbox.call("POST", "/_sandbox/methods", { on: ["card", "ideal", "bancontact", "apple_pay"] });
  });

  it("takes a phone's wallet as a card, where it is on", async () => {
    const intent = await sandbox.stripe.paymentIntents.create({ amount: 500, currency: "eur" });
    const confirm = (payment_method: string) =>
      sandbox.stripe.paymentIntents.confirm(intent.id, {
        payment_method,
        return_url: RETURN_URL,
        expand: ["latest_charge"],
      });
    await expect(confirm("pm_google_pay")).rejects.toMatchObject({ code: "payment_method_not_available" });
    const { latest_charge } = await confirm("pm_apple_pay");
    const { card } = (latest_charge as Stripe.Charge).payment_method_details ?? {};
    expect(card?.wallet?.type).toBe("apple_pay");
  });

  it("needs a name for Bancontact, as the provider does", async () => {
    const intent = await sandbox.stripe.paymentIntents.create({
      amount: 500,
      currency: "eur",
      automatic_payment_methods: { enabled: true },
    });
    const nameless = await payByBank(sandbox.url, intent, "bancontact", "");
    expect([nameless.status, nameless.body.error?.param]).toEqual([400, expect.stringContaining("name")]);
  });

  it("speaks the visitor's language", async () => {
    const { url } = await atBank();
    for (const [language, { bank }] of Object.entries(TEXTS)) {
      const page = await fetch(url, { headers: { "Accept-Language": `${language}-XX,en;q=0.5` } });
      const html = await page.text();
      for (const text of [bank.title, ...Object.values(bank.answers)]) expect(html).toContain(text);
    }
  });
});
