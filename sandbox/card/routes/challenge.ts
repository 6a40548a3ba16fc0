import type Stripe from "stripe";
import type { App } from "../../http/app";
import { languageOf, sendPage } from "../../pages";
import type { Sandbox } from "../../sandbox";
import { UnitOfWork } from "../../state/unit-of-work";
import { challengePage } from "../challenge-page";
import { missing } from "../http/api-error";
import { answerChallenge } from "../provider/challenges";
import { findPayment } from "../provider/payments";
import type { Challenge } from "../records";

/** /3ds/:id: the card holder answers and returns to the merchant. */
export function challengeRoutes(app: App, sandbox: Sandbox): void {
  const { store, commit } = sandbox;

  app.get("/3ds/:id", (c) => {
    const work = new UnitOfWork(store, null);
    const challenge = findChallenge(work, c.req.param("id"));
    const intent = findPayment(work, challenge.payment);
    if (challenge.state !== "open") return c.redirect(returnUrlOf(challenge, intent), 303);
    const page = challengePage({
      language: languageOf(c.req.header("accept-language")),
      amount: intent.amount,
      currency: intent.currency,
      last4: work.find("payment_method", challenge.paymentMethod)?.last4 ?? "",
    });
    return sendPage(c, page, { returnUrl: challenge.returnUrl });
  });

  app.post("/3ds/:id", async (c) => {
    const outcome = new URLSearchParams(await c.req.text()).get("outcome");
    const work = new UnitOfWork(store, null);
    const challenge = findChallenge(work, c.req.param("id"));
    const intent = answerChallenge(work, challenge, outcome === "approve");
    commit(work);
    return c.redirect(returnUrlOf(challenge, intent), 303);
  });
}

function findChallenge(work: UnitOfWork, id: string): Challenge {
  const challenge = work.find("challenge", id);
  if (!challenge) throw missing("challenge", id);
  return challenge;
}

function returnUrlOf({ returnUrl }: Challenge, intent: Stripe.PaymentIntent): string {
  const url = new URL(returnUrl);
  url.searchParams.set("payment_intent", intent.id);
  url.searchParams.set("payment_intent_client_secret", intent.client_secret ?? "");
  url.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
  return url.href;
}
