import { ERROR_STATUS, type ErrorCode } from "@/lib/ground/errors";

/** The server's answer to a checkout: where to pay, or why not. */
export type CheckoutAnswer =
  | { ok: true; data: { url: string } }
  | { ok: false; code: ErrorCode; message: string };

export type Bought = "purchase" | "subscription";

/** What is paid for on a provider's page. */
export type Paid = Bought | "donation";

/** Keys under `checkout.failures`; `http` and `noUrl` are texts, a `message` is the server's own sentence. */
export type CheckoutFailure = {
  title: "purchaseFailed" | "purchaseError" | "paymentFailed" | "paymentError" | "subscriptionError";
  text: { message: string } | { http: { status: number; body: string } } | "noUrl" | "noAnswer";
};

/** The titles of a refusal, and of no answer at all. */
const TITLES = {
  purchase: { refused: "purchaseFailed", noAnswer: "purchaseError" },
  subscription: { refused: "subscriptionError", noAnswer: "subscriptionError" },
  donation: { refused: "paymentFailed", noAnswer: "paymentError" },
} as const satisfies Record<Paid, Record<"refused" | "noAnswer", CheckoutFailure["title"]>>;

/**
 * The message for a checkout that failed (specification 8): a refusal shows its sentence, a fault of ours or of the
 * provider its status, an answer without an address a text of its own. `answer` is null when none came. Returns
 * null when there is an address to go to.
 */
export function checkoutFailure(paid: Paid, answer: CheckoutAnswer | null): CheckoutFailure | null {
  const { refused, noAnswer } = TITLES[paid];
  if (answer === null) return { title: noAnswer, text: "noAnswer" };
  if (answer.ok) return answer.data.url === "" ? { title: "paymentError", text: "noUrl" } : null;
  const status = ERROR_STATUS[answer.code];
  return status >= 500
    ? { title: "paymentError", text: { http: { status, body: answer.message } } }
    : { title: refused, text: { message: answer.message } };
}
