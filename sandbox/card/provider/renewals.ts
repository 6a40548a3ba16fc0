import type Stripe from "stripe";
import { seconds } from "../../ids";
import type { Sandbox } from "../../sandbox";
import { Work } from "../../state/work";
import { REFUSALS } from "../cards/refusals";
import { keepCard, refuse, settle } from "./outcomes";
import { nextMonth, notRunning, paymentFor, unpaidInvoice } from "./subscriptions";

type Parts = Pick<Sandbox, "store" | "dispatcher" | "orders">;

/** How often it is looked for months that are over and bills that are due. */
const EVERY_MS = 60_000;

/**
 * Bills the months of card subscriptions as time passes, and collects what is due about an hour after a month has
 * begun. Answers what ends it.
 */
export function startCardRenewals(parts: Parts): () => void {
  renewDue(parts);
  const timer = setInterval(() => renewDue(parts), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function renewDue({ store, dispatcher, orders }: Parts): void {
  const work = new Work(store, null);
  for (const { id } of store.all("subscription")) {
    let due = nextDue(work, id);
    while (due) {
      due();
      due = nextDue(work, id);
    }
  }
  store.commit(work);
  dispatcher.dispatch(work.events);

  /** What has to be done about a subscription now; null when nothing has. */
  function nextDue(work: Work, id: string): (() => void) | null {
    const subscription = work.find("subscription", id);
    if (!subscription || !["active", "past_due"].includes(subscription.status)) return null;
    const invoice = unpaidInvoice(work, subscription);
    const collectAt = invoice?.next_payment_attempt ?? null;
    if (invoice && collectAt !== null && collectAt <= seconds()) {
      return () => collect(work, subscription, { at: collectAt, refused: isDeclined(id) });
    }
    const over = (subscription.items.data[0]?.current_period_end ?? Number.POSITIVE_INFINITY) <= seconds();
    return over && !invoice ? () => nextMonth(work, subscription) : null;
  }

  function isDeclined(subscription: string): boolean {
    return orders.take("decline", { payment: subscription }) !== undefined;
  }
}

/**
 * Collects the oldest bill of a subscription that is unpaid, or the next month's, with the card that it was begun
 * with. `at` in seconds.
 * @throws ApiError when the subscription does not run
 */
export function collect(
  work: Work,
  subscription: Stripe.Subscription,
  { at, refused }: { at: number; refused: boolean },
): Stripe.PaymentIntent {
  if (!["active", "past_due", "unpaid"].includes(subscription.status)) throw notRunning(subscription);
  const invoice = unpaidInvoice(work, subscription) ?? nextMonth(work, subscription);
  const intent = paymentFor(work, invoice);
  const known = subscription.default_payment_method;
  const card =
    (typeof known === "string" ? work.find("payment_method", known) : null) ??
    keepCard(work, { brand: "visa", last4: "4242" });
  if (refused) return refuse(work, intent, card, REFUSALS.generic_decline.refusal).failed;
  return settle(work, intent, card, at);
}
