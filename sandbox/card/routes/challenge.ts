import type Stripe from "stripe";
import type { App } from "../../http/app";
import { shown } from "../../pages/frame";
import { languageOf } from "../../pages/language";
import type { Sandbox } from "../../sandbox";
import { Work } from "../../state/work";
import { challengePage } from "../challenge/page";
import { missing } from "../http/api-error";
import type { Challenge } from "../kept";
import { answerChallenge } from "../provider/challenges";
import { findPayment } from "../provider/payments";

/** /3ds/:id, where the card holder answers and is sent back to the shop. */
export function challengeRoutes(app: App, sandbox: Sandbox): void {
  const { store, dispatcher } = sandbox;

  app.get("/3ds/:id", (c) => {
    const work = new Work(store, null);
    const challenge = challengeNamed(work, c.req.param("id"));
    const intent = findPayment(work, challenge.payment);
    if (challenge.state !== "open") return c.redirect(wayBack(challenge, intent), 303);
    const page = challengePage({
      language: languageOf(c.req.header("accept-language")),
      amount: intent.amount,
      currency: intent.currency,
      last4: work.find("payment_method", challenge.paymentMethod)?.last4 ?? "",
    });
    return shown(c, page, challenge.returnUrl);
  });

  app.post("/3ds/:id", async (c) => {
    const outcome = new URLSearchParams(await c.req.text()).get("outcome");
    const work = new Work(store, null);
    const challenge = challengeNamed(work, c.req.param("id"));
    const intent = answerChallenge(work, challenge, outcome === "approve");
    store.commit(work);
    dispatcher.dispatch(work.events);
    return c.redirect(wayBack(challenge, intent), 303);
  });
}

function challengeNamed(work: Work, id: string): Challenge {
  const challenge = work.find("challenge", id);
  if (!challenge) throw missing("challenge", id);
  return challenge;
}

function wayBack({ returnUrl }: Challenge, intent: Stripe.PaymentIntent): string {
  const url = new URL(returnUrl);
  url.searchParams.set("payment_intent", intent.id);
  url.searchParams.set("payment_intent_client_secret", intent.client_secret ?? "");
  url.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
  return url.href;
}
