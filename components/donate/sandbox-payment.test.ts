import { afterEach, describe, expect, it, vi } from "vitest";
import { confirmInSandbox, offeredInSandbox, paymentIdOf } from "./sandbox-payment";

const order: Parameters<typeof confirmInSandbox>[0] = {
  publishableKey: "pk_test_sandbox",
  clientSecret: "pi_1_secret_2",
  paid: {
    method: "card",
    card: { number: "4242 4242 4242 4242", expiry: "12 / 30", cvc: "123" },
    at: new Date(2026, 10, 21),
  },
  returnUrl: "http://localhost/payment-success",
};

function answering(status: number, body: unknown) {
  const call = vi.fn<typeof fetch>(async () => Response.json(body, { status }));
  vi.stubGlobal("fetch", call);
  return call;
}

afterEach(() => vi.unstubAllGlobals());

describe("confirming with the payments sandbox", () => {
  it("sends the card in the provider's own form", async () => {
    const call = answering(200, { status: "succeeded" });
    expect(await confirmInSandbox(order)).toEqual({ state: "done" });
    const [url, init] = call.mock.calls[0]!;
    expect(url).toBe("/api/sandbox/v1/payment_intents/pi_1/confirm");
    expect(Object.fromEntries(init?.body as URLSearchParams)).toMatchObject({
      client_secret: "pi_1_secret_2",
      "payment_method_data[card][number]": "4242424242424242",
      "payment_method_data[card][exp_month]": "12",
      "payment_method_data[card][exp_year]": "2030",
    });
  });

  it.each([
    ["ideal", { "payment_method_data[type]": "ideal" }],
    [
      "bancontact",
      {
        "payment_method_data[type]": "bancontact",
        "payment_method_data[billing_details][name]": "Donna Mulder",
      },
    ],
    ["google_pay", { payment_method: "pm_google_pay" }],
  ] as const)("sends %s without a card", async (method, sent) => {
    const call = answering(200, { status: "succeeded" });
    await confirmInSandbox({
      ...order,
      paid: { method, name: method === "bancontact" ? "Donna Mulder" : "" },
    });
    const form = Object.fromEntries(call.mock.calls[0]![1]?.body as URLSearchParams);
    expect(form).toEqual({
      key: order.publishableKey,
      client_secret: order.clientSecret,
      return_url: order.returnUrl,
      ...sent,
    });
  });

  it("offers what the account has on, and the card alone where it does not say", async () => {
    answering(200, { methods: ["ideal", "card", "moon_pay"] });
    expect(await offeredInSandbox("pk", "pi_1_secret_2", "nl")).toEqual(["ideal", "card"]);
    answering(404, { error: {} });
    expect(await offeredInSandbox("pk", "pi_1_secret_2", "nl")).toEqual([]);
  });

  it("follows the bank's challenge", async () => {
    answering(200, {
      status: "requires_action",
      next_action: { redirect_to_url: { url: "http://localhost/3ds" } },
    });
    expect(await confirmInSandbox(order)).toEqual({ state: "redirect", url: "http://localhost/3ds" });
  });

  it("hands a decline on with its reason", async () => {
    const failure = { type: "card_error", code: "card_declined", decline_code: "insufficient_funds" };
    answering(402, { error: failure });
    expect(await confirmInSandbox(order)).toEqual({ state: "failed", failure });
  });

  it("sees that a payment was already made", async () => {
    const error = { code: "payment_intent_unexpected_state", payment_intent: { status: "succeeded" } };
    answering(400, { error });
    expect(await confirmInSandbox(order)).toEqual({ state: "done" });
  });

  it("never blames a good card for an earlier one, where the payment was closed after that", async () => {
    const payment_intent = { status: "canceled", last_payment_error: { code: "card_declined" } };
    answering(400, { error: { code: "payment_intent_unexpected_state", payment_intent } });
    expect(await confirmInSandbox(order)).toEqual({ state: "ended" });
  });

  it("works where the page is not opened over https", async () => {
    const call = answering(200, { status: "succeeded" });
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect(await confirmInSandbox(order)).toEqual({ state: "done" });
    expect(new Headers(call.mock.calls[0]?.[1]?.headers).get("idempotency-key")).toBeTruthy();
  });

  it("tells the door's own sentence, a lost connection and a timeout apart", async () => {
    answering(502, { error: "Not reachable", message: "Not reachable", code: "PROVIDER_UNAVAILABLE" });
    expect(await confirmInSandbox(order)).toEqual({ state: "failed", failure: { message: "Not reachable" } });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Load failed")));
    expect(await confirmInSandbox(order)).toEqual({ state: "failed", failure: { message: "network" } });
    vi.stubGlobal("fetch", () => Promise.reject(new DOMException("aborted", "TimeoutError")));
    expect(await confirmInSandbox(order)).toEqual({ state: "failed", failure: { message: "timeout" } });
  });

  it("knows a payment by its secret", () => {
    expect(paymentIdOf("pi_abc_secret_def")).toBe("pi_abc");
  });
});
