import { ERROR_STATUS, type ErrorCode } from "@/lib/ground/errors";

/** What the server says to someone who wants to pay: where to go, or why not. */
export type CheckoutAnswer =
  | { ok: true; data: { url: string } }
  | { ok: false; code: ErrorCode; message: string };

export type Bought = "purchase" | "subscription";

/** What a page of the wallet or the card provider takes money for. */
export type Paid = Bought | "donation";

/** Keys under `checkout.failures`; `http` and `noUrl` are texts, a `message` is the server's own sentence. */
export type CheckoutFailure = {
  title: "purchaseFailed" | "purchaseError" | "paymentFailed" | "paymentError" | "subscriptionError";
  text: { message: string } | { http: { status: number; body: string } } | "noUrl" | "lost";
};

/** The titles of a refusal, and of no answer at all. */
const TITLES = {
  purchase: { refused: "purchaseFailed", lost: "purchaseError" },
  subscription: { refused: "subscriptionError", lost: "subscriptionError" },
  donation: { refused: "paymentFailed", lost: "paymentError" },
} as const satisfies Record<Paid, Record<"refused" | "lost", CheckoutFailure["title"]>>;

/**
 * How a payment that did not get to the payment page is told (specification 8): a refusal by its sentence, a fault on our side or the provider's with its
 * status, an answer without an address as such. Null is no answer at all. Null is returned when there is somewhere to go.
 */
export function checkoutFailure(paid: Paid, answer: CheckoutAnswer | null): CheckoutFailure | null {
  const { refused, lost } = TITLES[paid];
  if (answer === null) return { title: lost, text: "lost" };
  if (answer.ok) return answer.data.url === "" ? { title: "paymentError", text: "noUrl" } : null;
  const status = ERROR_STATUS[answer.code];
  return status >= 500
    ? { title: "paymentError", text: { http: { status, body: answer.message } } }
    : { title: refused, text: { message: answer.message } };
}
