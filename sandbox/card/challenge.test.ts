import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestSandbox, payByBrowser, type TestSandbox, temporaryFolder } from "../support";
import { TEXTS } from "./challenge-page";

const folder = temporaryFolder();
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox(folder.path);
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
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
    for (const [language, texts] of Object.entries(TEXTS)) {
      const page = await fetch(url, { headers: { "Accept-Language": `${language}-XX,en;q=0.5` } });
      const html = await page.text();
      expect(html).toContain(`<html lang="${language}">`);
      for (const text of [texts.title, texts.notice, texts.approve, texts.fail]) expect(html).toContain(text);
      expect(html).toMatch(/12[.,]50/);
      expect(html).not.toContain("<script");
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    }
    expect((await fetch(`${sandbox.url}/3ds/tds_none`)).status).toBe(404);
  });
});
