import { readFileSync } from "node:fs";
import { join } from "node:path";
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KEYS, openTestSandbox, type TestSandbox, temporaryFolder } from "../support";
import { TEXTS } from "./checkout-page";

const folder = temporaryFolder();
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox(folder.path);
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
});

const RETURN = "https://shop.example/profile?purchase=p-1";
const CANCEL = "https://shop.example/profile?purchase=p-1&cancelled=1";

async function opened(changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const product_data = { name: "5 <b>boosts</b>" };
  const session = await sandbox.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { currency: "eur", unit_amount: 899, product_data } }],
    payment_intent_data: { metadata: { purchaseId: "p-1" } },
    success_url: RETURN,
    cancel_url: CANCEL,
    locale: "nl",
    ...changes,
  });
  return { session, url: session.url ?? "" };
}
const pay = (url: string, number = "4242 4242 4242 4242", expiry = "12/40", cvc = "123") =>
  fetch(url, { method: "POST", body: new URLSearchParams({ number, expiry, cvc }), redirect: "manual" });
const retrieve = (id: string) =>
  sandbox.stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] });
const typesOf = async (payment: Stripe.PaymentIntent) => {
  const { events } = (await sandbox.call("GET", "/_sandbox/state")).body as {
    events: { type: string; payment: string }[];
  };
  const own = events.filter(({ type, payment: of }) => type.startsWith("checkout.") && of === payment.id);
  return own.map(({ type }) => type);
};

describe("a hosted checkout", () => {
  it("is paid with a card, and the payment bears what the merchant asked", async () => {
    const { session, url } = await opened();
    expect(session).toMatchObject({ status: "open", payment_status: "unpaid", payment_intent: null });
    const back = await pay(url);
    expect([back.status, back.headers.get("location")]).toEqual([303, RETURN]);
    const paid = await retrieve(session.id);
    expect(paid).toMatchObject({
      status: "complete",
      payment_status: "paid",
      url: null,
      payment_intent: { status: "succeeded", amount: 899, metadata: { purchaseId: "p-1" } },
    });
    expect(await typesOf(paid.payment_intent as Stripe.PaymentIntent)).toEqual([
      "checkout.session.completed",
    ]);
  });

  it("is paid once, however often the form is sent", async () => {
    const { session, url } = await opened();
    const answers = await Promise.all([pay(url), pay(url), pay(url)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const id = (await retrieve(session.id)).payment_intent as Stripe.PaymentIntent;
    expect((await sandbox.stripe.charges.list({ payment_intent: id.id })).data).toHaveLength(1);
  });

  it.each([
    ["4000000000000002", "12/40", "123", TEXTS.nl.problems.declined],
    ["4000000000009995", "12/40", "123", TEXTS.nl.problems.insufficient_funds],
    ["4242424242424241", "12/40", "123", TEXTS.nl.problems.number],
    ["4242424242424242", "12/20", "123", TEXTS.nl.problems.expiry],
    ["4242424242424242", "soon", "123", TEXTS.nl.problems.expiry],
    ["4242424242424242", "12/40", "1", TEXTS.nl.problems.cvc],
  ])("says what is wrong with %s %s %s, and takes another card", async (number, expiry, cvc, text) => {
    const { session, url } = await opened();
    const answer = await pay(url, number, expiry, cvc);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(`role="alert">${text}`);
    expect((await retrieve(session.id)).status).toBe("open");
    expect((await pay(url)).headers.get("location")).toBe(RETURN);
  });

  it.each([
    ["approve", "complete"],
    ["fail", "open"],
  ])("asks the card holder first: %s", async (outcome, status) => {
    const { session, url } = await opened();
    const bank = (await pay(url, "4000000000003220")).headers.get("location") ?? "";
    const answered = await fetch(bank, {
      method: "POST",
      body: new URLSearchParams({ outcome }),
      redirect: "manual",
    });
    const back = await fetch(answered.headers.get("location") ?? "", { redirect: "manual" });
    expect((await retrieve(session.id)).status).toBe(status);
    if (status === "complete") expect(back.headers.get("location")).toBe(RETURN);
    else expect(await back.text()).toContain(TEXTS.nl.problems.authentication);
  });

  it("completes while the bank is processing, and reports the outcome", async () => {
    for (const [name, event] of [
      ["succeed", "succeeded"],
      ["fail", "failed"],
    ]) {
      const { session, url } = await opened();
      await sandbox.call("POST", "/_sandbox/faults", { process: true });
      await pay(url);
      const { status, payment_status, payment_intent } = await retrieve(session.id);
      expect([status, payment_status]).toEqual(["complete", "unpaid"]);
      const payment = payment_intent as Stripe.PaymentIntent;
      await sandbox.call("POST", `/_sandbox/payments/${payment.id}/${name}`);
      expect(await typesOf(payment)).toEqual([
        "checkout.session.completed",
        `checkout.session.async_payment_${event}`,
      ]);
    }
  });

  it("is closed by the merchant, once and never after it was paid", async () => {
    const { session, url } = await opened();
    await pay(url, "4000000000000002");
    await sandbox.stripe.checkout.sessions.expire(session.id);
    expect(await retrieve(session.id)).toMatchObject({
      status: "expired",
      payment_intent: { status: "canceled" },
    });
    expect((await pay(url)).headers.get("location")).toBe(CANCEL);
    await expect(sandbox.stripe.checkout.sessions.expire(session.id)).rejects.toThrow("can be expired");
    const other = await opened();
    await pay(other.url);
    await expect(sandbox.stripe.checkout.sessions.expire(other.session.id)).rejects.toThrow("can be expired");
  });

  it("keeps its payment from being cancelled beside it", async () => {
    const { session, url } = await opened();
    await pay(url, "4000000000000002");
    const payment = (await retrieve(session.id)).payment_intent as Stripe.PaymentIntent;
    await expect(sandbox.stripe.paymentIntents.cancel(payment.id)).rejects.toThrow("expire the session");
  });

  it("refuses what the provider refuses", async () => {
    const item = (unit_amount: number) => [
      { price_data: { currency: "eur", unit_amount, product_data: { name: "x" } } },
    ];
    await expect(opened({ line_items: item(49) })).rejects.toMatchObject({ code: "amount_too_small" });
    await expect(opened({ success_url: "javascript:alert(1)" })).rejects.toMatchObject({ statusCode: 400 });
    await expect(opened({ line_items: [] })).rejects.toMatchObject({ statusCode: 400 });
    expect((await fetch(`${sandbox.url}/checkout/cs_none`)).status).toBe(404);
  });

  it("speaks the language that was asked for, else the visitor's, on a page that runs nothing", async () => {
    const { url } = await opened({ locale: "auto" });
    for (const [language, texts] of Object.entries(TEXTS)) {
      const asked = await opened({ locale: language as "nl" });
      for (const page of [
        await fetch(asked.url),
        await fetch(url, { headers: { "Accept-Language": `${language}-XX,en;q=0.5` } }),
      ]) {
        const html = await page.text();
        expect(html).toContain(`<html lang="${language}">`);
        for (const text of [texts.title, texts.notice, texts.number, texts.cancel]) {
          expect(html).toContain(text.replaceAll("'", "&#39;"));
        }
        expect(html).toMatch(/8[.,]99/);
        expect(html).toContain("5 &lt;b&gt;boosts&lt;/b&gt;");
        expect(html).toContain(`href="${CANCEL.replace("&", "&amp;")}"`);
        expect(html).not.toContain("<script");
        expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      }
    }
  });
});

describe("a card as a token", () => {
  const keep = async (number: string, key = KEYS.publishableKey) => {
    const response = await fetch(`${sandbox.url}/v1/payment_methods`, {
      method: "POST",
      body: new URLSearchParams({
        key,
        type: "card",
        "card[number]": number,
        "card[exp_month]": "12",
        "card[exp_year]": "40",
        "card[cvc]": "123",
      }),
    });
    return { status: response.status, body: await response.json() };
  };

  it("is made with the publishable key, of brand and last digits only", async () => {
    const { status, body } = await keep("5555 5555 5555 4444");
    expect([status, body]).toMatchObject([
      200,
      { type: "card", card: { brand: "mastercard", last4: "4444" } },
    ]);
    expect(body.id).toMatch(/^pm_\w{24}$/);
    expect(JSON.stringify(body)).not.toContain("555555");
  });

  it("trust 32: leaves no number in the journal, nor does a payment on the page", async () => {
    await keep("3782 822463 10005");
    await pay((await opened()).url, "5555 5555 5555 4444", "12/40", "987");
    const journal = readFileSync(join(folder.path, "journal.jsonl"), "utf8");
    expect(journal).toContain("mastercard");
    expect(journal.replaceAll(" ", "")).not.toMatch(/378282246310005|5555555555554444|"987"/);
  });

  it("is not made of a card that cannot be right, nor for a stranger", async () => {
    expect(await keep("4242424242424241")).toMatchObject({
      status: 402,
      body: { error: { code: "incorrect_number", param: "number" } },
    });
    expect((await keep("4242424242424242", "pk_test_sandbox_other")).status).toBe(401);
  });
});
