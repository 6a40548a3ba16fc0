import type Stripe from "stripe";
import type { App } from "../../http/app";
import { languageOf, sendPage } from "../../pages";
import type { Sandbox } from "../../sandbox";
import { UnitOfWork } from "../../state/unit-of-work";
import { bankPage } from "../bank-page";
import { found } from "../http/api-error";
import { ANSWERS, answerChallenge } from "../provider/challenges";
import { findPayment } from "../provider/payments";
import type { Challenge } from "../records";

/** /3ds/:id and /bank/:id: the payer answers their bank and returns to the merchant. */
export function challengeRoutes(app: App, sandbox: Sandbox): void {
  const { store, change } = sandbox;

  for (const path of ["/3ds/:id", "/bank/:id"]) {
    app.get(path, (c) => {
      const work = new UnitOfWork(store, null);
      const challenge = findChallenge(work, c.req.param("id"));
      const intent = findPayment(work, challenge.payment);
      const method = work.find("payment_method", challenge.paymentMethod);
      if (challenge.state !== "open" || !method) return c.redirect(returnUrlOf(challenge, intent), 303);
      const { amount, currency } = intent;
      const language = languageOf(c.req.header("accept-language"));
      const page = bankPage({ language, amount, currency, method });
      return sendPage(c, page, { returnUrl: challenge.returnUrl });
    });

    app.post(path, async (c) => {
      const outcome = new URLSearchParams(await c.req.text()).get("outcome");
      const answer = ANSWERS.find((each) => each === outcome) ?? "fail";
      const returnUrl = change((work) => {
        const challenge = findChallenge(work, c.req.param("id"));
        return returnUrlOf(challenge, answerChallenge(work, challenge, answer));
      });
      return c.redirect(returnUrl, 303);
    });
  }
}

function findChallenge(work: UnitOfWork, id = ""): Challenge {
  return found(work.find("challenge", id), "challenge", id);
}

const REDIRECT_STATUS: Record<string, string> = { succeeded: "succeeded", processing: "pending" };

function returnUrlOf({ returnUrl }: Challenge, intent: Stripe.PaymentIntent): string {
  const url = new URL(returnUrl);
  url.searchParams.set("payment_intent", intent.id);
  url.searchParams.set("payment_intent_client_secret", intent.client_secret ?? "");
  url.searchParams.set("redirect_status", REDIRECT_STATUS[intent.status] ?? "failed");
  return url.href;
}
