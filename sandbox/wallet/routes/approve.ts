import type { App, Ctx } from "../../http/app";
import { languageOf, sendPage } from "../../pages";
import type { Sandbox } from "../../sandbox";
import { UnitOfWork } from "../../state/unit-of-work";
import { approvalPage, type View } from "../approval-page";
import { found } from "../http/wallet-error";
import { randomId } from "../ids";
import { approveOrder, awaitsPayer } from "../provider/orders";
import { approveSubscription, findPlan, refuseSubscription } from "../provider/subscriptions";
import type { WalletOrder, WalletSubscription } from "../records";

/** /approve/:token: the payer approves an order or a subscription and returns to the merchant. */
export function approveRoutes(app: App, sandbox: Sandbox): void {
  const { store, options, commit } = sandbox;

  app.get("/approve/:token", (c) => {
    const subject = findSubject(new UnitOfWork(store, null), c.req.param("token"));
    return isPending(subject) ? showPage(c, subject, false) : c.redirect(returnUrlOf(subject), 303);
  });

  app.post("/approve/:token", async (c) => {
    const isRefused = new URLSearchParams(await c.req.text()).get("outcome") !== "approve";
    const work = new UnitOfWork(store, null);
    const subject = findSubject(work, c.req.param("token"));
    if (!isPending(subject)) return c.redirect(returnUrlOf(subject), 303);
    if (subject.object === "wallet_order") {
      approveOrder(work, subject, { declined: isRefused, publicUrl: options.publicUrl });
    } else if (isRefused) refuseSubscription(work, subject);
    else approveSubscription(work, subject);
    commit(work);
    // An order is captured later. A subscription begins with a payment, so a refusal is shown at once.
    const staysOnPage = isRefused && subject.object === "wallet_subscription";
    return staysOnPage ? showPage(c, subject, true) : c.redirect(returnUrlOf(subject), 303);
  });

  function showPage(c: Ctx, subject: Subject, refused: boolean) {
    const language = languageOf(c.req.header("accept-language"), subject.page.locale);
    const page = approvalPage(language, {
      ...viewOf(new UnitOfWork(store, null), subject),
      ...(refused && { refused }),
    });
    return sendPage(c, page, { returnUrl: subject.page.returnUrl });
  }
}

type Subject = WalletOrder | WalletSubscription;

function findSubject(work: UnitOfWork, token: string): Subject {
  return found(
    work.find("wallet_order", token) ?? work.all("wallet_subscription").find((one) => one.token === token),
  );
}

function isPending(subject: Subject): boolean {
  return subject.object === "wallet_order" ? awaitsPayer(subject) : subject.status === "APPROVAL_PENDING";
}

function viewOf(work: UnitOfWork, subject: Subject): View {
  const cancelUrl = withToken(subject.page.cancelUrl, subject).href;
  if (subject.object === "wallet_order") {
    const { description: item, amount, currency, declined: refused } = subject;
    return { item, amount, currency, refused, cancelUrl, monthly: false };
  }
  const { name: item, amount, currency } = findPlan(work, subject.plan);
  return { item, amount, currency, cancelUrl, refused: false, monthly: true };
}

/** The merchant's address with the parameters that the provider adds. */
function returnUrlOf(subject: Subject): string {
  const url = withToken(subject.page.returnUrl, subject);
  if (subject.object === "wallet_order") url.searchParams.set("PayerID", randomId(13));
  return url.href;
}

function withToken(address: string, subject: Subject): URL {
  const url = new URL(address);
  if (subject.object === "wallet_order") url.searchParams.set("token", subject.id);
  else {
    url.searchParams.set("subscription_id", subject.id);
    url.searchParams.set("ba_token", subject.token);
  }
  return url;
}
