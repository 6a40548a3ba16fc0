import type { App, Ctx } from "../../http/app";
import { shown } from "../../pages/frame";
import { languageOf } from "../../pages/language";
import type { Sandbox } from "../../sandbox";
import { Work } from "../../state/work";
import { type Asked, approvalPage } from "../approval/page";
import { missing } from "../http/wallet-error";
import { capitals } from "../ids";
import type { WalletOrder, WalletSubscription, Way } from "../kept";
import { approveOrder, awaitsPayer } from "../provider/orders";
import { approveSubscription, findPlan, refuseSubscription } from "../provider/subscriptions";

/** /approve/:token, where the payer agrees to an order or a subscription and is sent back to the shop. */
export function approveRoutes(app: App, sandbox: Sandbox): void {
  const { store, dispatcher, options } = sandbox;

  app.get("/approve/:token", (c) => {
    const subject = subjectOf(new Work(store, null), c.req.param("token"));
    return waits(subject) ? ask(c, subject, false) : c.redirect(wayBack(subject), 303);
  });

  app.post("/approve/:token", async (c) => {
    const fails = new URLSearchParams(await c.req.text()).get("outcome") !== "approve";
    const work = new Work(store, null);
    const subject = subjectOf(work, c.req.param("token"));
    if (!waits(subject)) return c.redirect(wayBack(subject), 303);
    if (subject.object === "wallet_order") {
      approveOrder(work, subject, { declined: fails, publicUrl: options.publicUrl });
    } else if (fails) refuseSubscription(work, subject);
    else approveSubscription(work, subject);
    store.commit(work);
    dispatcher.dispatch(work.events);
    // An order's money is taken later; a subscription begins with a payment, so its payer hears at once that there was none.
    const stays = fails && subject.object === "wallet_subscription";
    return stays ? ask(c, subject, true) : c.redirect(wayBack(subject), 303);
  });

  function ask(c: Ctx, subject: Subject, refused: boolean) {
    const language = languageOf(c.req.header("accept-language"), subject.way.locale);
    const page = approvalPage(language, {
      ...question(new Work(store, null), subject),
      ...(refused && { refused }),
    });
    return shown(c, page, subject.way.returnUrl);
  }
}

type Subject = WalletOrder | WalletSubscription;

function subjectOf(work: Work, token: string): Subject {
  const subject =
    work.find("wallet_order", token) ?? work.all("wallet_subscription").find((one) => one.token === token);
  if (!subject) throw missing();
  return subject;
}

function waits(subject: Subject): boolean {
  return subject.object === "wallet_order" ? awaitsPayer(subject) : subject.status === "APPROVAL_PENDING";
}

function question(work: Work, subject: Subject): Asked {
  const cancelUrl = withToken(subject.way.cancelUrl, subject).href;
  if (subject.object === "wallet_order") {
    const { description: item, amount, currency, declined: refused } = subject;
    return { item, amount, currency, refused, cancelUrl, monthly: false };
  }
  const { name: item, amount, currency } = findPlan(work, subject.plan);
  return { item, amount, currency, cancelUrl, refused: false, monthly: true };
}

/** Back to the shop, with what the provider adds to the address. */
function wayBack(subject: Subject): string {
  const url = withToken(subject.way.returnUrl, subject);
  if (subject.object === "wallet_order") url.searchParams.set("PayerID", capitals(13));
  return url.href;
}

function withToken(address: Way["returnUrl"], subject: Subject): URL {
  const url = new URL(address);
  if (subject.object === "wallet_order") url.searchParams.set("token", subject.id);
  else {
    url.searchParams.set("subscription_id", subject.id);
    url.searchParams.set("ba_token", subject.token);
  }
  return url;
}
