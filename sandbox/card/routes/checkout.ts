import type { Context } from "hono";
import type { App } from "../../http/app";
import { languageOf, sendPage } from "../../pages";
import type { Sandbox } from "../../sandbox";
import { UnitOfWork } from "../../state/unit-of-work";
import { malformed } from "../cards";
import type { Problem } from "../checkout-page";
import { checkoutPage } from "../checkout-page";
import { checkoutOf, findCheckout, paymentIdOn, paymentOn } from "../provider/checkouts";
import { presentCard } from "../provider/confirm-payment";
import { findPayment } from "../provider/payments";
import type { Checkout } from "../records";

/** /checkout/:id: the hosted page where the payer enters a card and returns to the merchant. */
export function checkoutRoutes(app: App, sandbox: Sandbox): void {
  const { store, commit, options } = sandbox;

  app.get("/checkout/:id", (c) => {
    const work = new UnitOfWork(store, null);
    const checkout = findCheckout(work, c.req.param("id"));
    commit(work);
    const redirect = redirectOf(checkout);
    if (redirect) return c.redirect(redirect, 303);
    return answer(c, checkout, failedAuthentication(work, checkout) ? "authentication" : null);
  });

  app.post("/checkout/:id", async (c) => {
    const card = readCard(new URLSearchParams(await c.req.text()));
    const work = new UnitOfWork(store, null);
    const checkout = findCheckout(work, c.req.param("id"));
    const wrong = malformed(card, new Date());
    if (checkout.session.status !== "open" || wrong) {
      commit(work);
      const redirect = redirectOf(checkout);
      return redirect ? c.redirect(redirect, 303) : answer(c, checkout, problemOf(wrong ?? {}));
    }
    const intent = paymentOn(work, checkout);
    const returnUrl = `${options.publicUrl}/checkout/${checkout.id}`;
    const { body } = presentCard(sandbox, work, intent, { number: card.number, returnUrl });
    commit(work);
    if ("error" in (body as object)) {
      return answer(c, checkout, problemOf((body as { error: CardError }).error));
    }
    const now = findPayment(work, intent.id);
    const bank = now.next_action?.redirect_to_url?.url;
    return c.redirect(bank ?? redirectOf(checkoutOf(work, intent.id) ?? checkout) ?? returnUrl, 303);
  });

  function answer(c: Context, { session, item, monthly }: Checkout, problem: Problem | null) {
    const page = checkoutPage({
      language: languageOf(c.req.header("accept-language"), session.locale),
      item,
      amount: session.amount_total ?? 0,
      currency: session.currency ?? "",
      cancelUrl: session.cancel_url,
      monthly: monthly !== undefined,
      problem,
    });
    return sendPage(c, page, { returnUrl: session.success_url ?? "" });
  }
}

/** Where a closed page redirects to; null while it is open. */
function redirectOf({ session }: Checkout): string | null {
  if (session.status === "open") return null;
  const url = session.status === "complete" ? session.success_url : session.cancel_url;
  return (url ?? session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** Whether the payer returned from the bank without confirming. */
function failedAuthentication(work: UnitOfWork, checkout: Checkout): boolean {
  const payment = paymentIdOn(checkout);
  const error = payment === null ? null : findPayment(work, payment).last_payment_error;
  return error?.code === "payment_intent_authentication_failure";
}

function readCard(form: URLSearchParams) {
  const [expMonth = "", expYear = ""] = (form.get("expiry") ?? "").split("/").map((part) => part.trim());
  const number = (form.get("number") ?? "").replaceAll(/[\s-]/g, "");
  return { number, expMonth, expYear, cvc: form.get("cvc") ?? "" };
}

type CardError = { code?: string; decline_code?: string };

const PROBLEMS: Record<string, Problem> = {
  incorrect_number: "number",
  invalid_expiry_month: "expiry",
  invalid_expiry_year: "expiry",
  invalid_cvc: "cvc",
  incorrect_cvc: "cvc",
  expired_card: "expired_card",
  processing_error: "processing_error",
  insufficient_funds: "insufficient_funds",
};

function problemOf({ code, decline_code }: CardError): Problem {
  return PROBLEMS[decline_code ?? ""] ?? PROBLEMS[code ?? ""] ?? "declined";
}
