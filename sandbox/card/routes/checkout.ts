import type { Context } from "hono";
import type { App } from "../../http/app";
import { shown } from "../../pages/frame";
import { languageOf } from "../../pages/language";
import type { Sandbox } from "../../sandbox";
import { Work } from "../../state/work";
import { malformed } from "../cards/malformed";
import { checkoutPage } from "../checkout/page";
import type { Problem } from "../checkout/texts";
import type { Checkout } from "../kept";
import { checkoutOf, findCheckout, paymentIdOn, paymentOn } from "../provider/checkouts";
import { findPayment } from "../provider/payments";
import { presentCard } from "../provider/present-card";

/** /checkout/:id, the hosted page where the payer shows a card and is sent back to the shop. */
export function checkoutRoutes(app: App, sandbox: Sandbox): void {
  const { store, dispatcher, options } = sandbox;

  app.get("/checkout/:id", (c) => {
    const work = new Work(store, null);
    const checkout = findCheckout(work, c.req.param("id"));
    keep(work);
    const away = wayOut(checkout);
    if (away) return c.redirect(away, 303);
    return answered(c, checkout, failedBefore(work, checkout) ? "authentication" : null);
  });

  app.post("/checkout/:id", async (c) => {
    const card = cardIn(new URLSearchParams(await c.req.text()));
    const work = new Work(store, null);
    const checkout = findCheckout(work, c.req.param("id"));
    const wrong = malformed(card, new Date());
    if (checkout.session.status !== "open" || wrong) {
      keep(work);
      const away = wayOut(checkout);
      return away ? c.redirect(away, 303) : answered(c, checkout, problemOf(wrong ?? {}));
    }
    const intent = paymentOn(work, checkout);
    const returnUrl = `${options.publicUrl}/checkout/${checkout.id}`;
    const { body } = presentCard(sandbox, work, intent, { number: card.number, returnUrl });
    keep(work);
    if ("error" in (body as object)) {
      return answered(c, checkout, problemOf((body as { error: Refused }).error));
    }
    const now = findPayment(work, intent.id);
    const bank = now.next_action?.redirect_to_url?.url;
    return c.redirect(bank ?? wayOut(checkoutOf(work, intent.id) ?? checkout) ?? returnUrl, 303);
  });

  function keep(work: Work): void {
    store.commit(work);
    dispatcher.dispatch(work.events);
  }

  function answered(c: Context, { session, item, monthly }: Checkout, problem: Problem | null) {
    const page = checkoutPage({
      language: languageOf(c.req.header("accept-language"), session.locale),
      item,
      amount: session.amount_total ?? 0,
      currency: session.currency ?? "",
      cancelUrl: session.cancel_url,
      monthly: monthly !== undefined,
      problem,
    });
    return shown(c, page, session.success_url ?? "");
  }
}

/** Where a payer belongs whose page is open no more; null while it is. */
function wayOut({ session }: Checkout): string | null {
  if (session.status === "open") return null;
  const url = session.status === "complete" ? session.success_url : session.cancel_url;
  return (url ?? session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** Whether the payer comes back from the bank without having confirmed. */
function failedBefore(work: Work, checkout: Checkout): boolean {
  const payment = paymentIdOn(checkout);
  const error = payment === null ? null : findPayment(work, payment).last_payment_error;
  return error?.code === "payment_intent_authentication_failure";
}

function cardIn(form: URLSearchParams) {
  const [expMonth = "", expYear = ""] = (form.get("expiry") ?? "").split("/").map((part) => part.trim());
  const number = (form.get("number") ?? "").replaceAll(/[\s-]/g, "");
  return { number, expMonth, expYear, cvc: form.get("cvc") ?? "" };
}

type Refused = { code?: string; decline_code?: string };

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

function problemOf({ code, decline_code }: Refused): Problem {
  return PROBLEMS[decline_code ?? ""] ?? PROBLEMS[code ?? ""] ?? "declined";
}
