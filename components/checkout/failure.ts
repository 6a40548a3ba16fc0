import { ERROR_STATUS, type ErrorCode } from "@/lib/errors";

/** What the server says to someone who wants to pay: where to go, or why not. */
export type CheckoutAnswer =
  | { ok: true; data: { url: string } }
  | { ok: false; code: ErrorCode; message: string };

export type Bought = "purchase" | "subscription";

/** Keys under `checkout.failures`; `http` and `noUrl` are texts, a `message` is the server's own sentence. */
export type CheckoutFailure = {
  title: "purchaseFailed" | "purchaseError" | "paymentError" | "subscriptionError";
  text: { message: string } | { http: { status: number; body: string } } | "noUrl" | "lost";
};

/**
 * How a purchase that did not get to the payment page is told (specification 8): a refusal by its sentence, a fault on our side or the provider's with its
 * status, an answer without an address as such. Null is no answer at all. Null is returned when there is somewhere to go.
 */
export function checkoutFailure(bought: Bought, answer: CheckoutAnswer | null): CheckoutFailure | null {
  const refused = bought === "purchase" ? "purchaseFailed" : "subscriptionError";
  if (answer === null)
    return { title: bought === "purchase" ? "purchaseError" : "subscriptionError", text: "lost" };
  if (answer.ok) return answer.data.url === "" ? { title: "paymentError", text: "noUrl" } : null;
  const status = ERROR_STATUS[answer.code];
  return status >= 500
    ? { title: "paymentError", text: { http: { status, body: answer.message } } }
    : { title: refused, text: { message: answer.message } };
}
