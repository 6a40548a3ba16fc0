import { expect, it } from "vitest";
import type { ErrorCode } from "@/lib/ground/errors";
import { type CheckoutAnswer, checkoutFailure } from "./failure";

const refusal = (code: ErrorCode): CheckoutAnswer => ({ ok: false, code, message: "why" });

it("goes where it is sent", () => {
  expect(checkoutFailure("purchase", { ok: true, data: { url: "https://pay.example" } })).toBeNull();
});

it("tells a refusal by the server's own sentence", () => {
  const text = { message: "why" };
  expect(checkoutFailure("purchase", refusal("VALIDATION_ERROR"))).toEqual({ title: "purchaseFailed", text });
  expect(checkoutFailure("subscription", refusal("RATE_LIMITED"))).toEqual({
    title: "subscriptionError",
    text,
  });
});

it("tells a fault on our side or the provider's with its status", () => {
  for (const bought of ["purchase", "subscription"] as const) {
    expect(checkoutFailure(bought, refusal("PROVIDER_UNAVAILABLE"))).toEqual({
      title: "paymentError",
      text: { http: { status: 502, body: "why" } },
    });
  }
});

it("tells an answer without an address, and no answer", () => {
  expect(checkoutFailure("subscription", { ok: true, data: { url: "" } })).toEqual({
    title: "paymentError",
    text: "noUrl",
  });
  expect(checkoutFailure("purchase", null)).toEqual({ title: "purchaseError", text: "noAnswer" });
  expect(checkoutFailure("subscription", null)).toEqual({ title: "subscriptionError", text: "noAnswer" });
});
