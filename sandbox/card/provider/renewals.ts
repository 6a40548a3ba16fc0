import type Stripe from "stripe";
import type { Faults } from "../../control/faults";
import { every, seconds } from "../../ids";
import type { Sandbox } from "../../sandbox";
import type { UnitOfWork } from "../../state/unit-of-work";
import { REFUSALS } from "../cards";
import { refuse, saveCard, settle } from "./outcomes";
import { findSubscription, nextMonth, notRunning, paymentFor, unpaidInvoice } from "./subscriptions";

/** The interval between checks for months that are over and invoices that are due. */
const INTERVAL_MS = 60_000;

/**
 * Bills card subscriptions as time passes, and collects each invoice about an hour after its month began.
 * Returns a function that stops it.
 */
export function startCardRenewals({ faults, change }: Sandbox): () => void {
  return every(INTERVAL_MS, () =>
    change((work) => {
      for (const { id } of work.all("subscription")) while (renewDue(work, faults, id));
    }),
  );
}

/** Does the next step that is due for a subscription. Returns false when there is none. */
function renewDue(work: UnitOfWork, faults: Faults, id: string): boolean {
  const subscription = findSubscription(work, id);
  if (!["active", "past_due"].includes(subscription.status)) return false;
  const invoice = unpaidInvoice(work, subscription);
  const collectAt = invoice?.next_payment_attempt ?? null;
  if (collectAt !== null && collectAt <= seconds()) {
    const refused = faults.take("decline", { payment: id }) !== undefined;
    collect(work, subscription, { at: collectAt, refused });
    return true;
  }
  const over = (subscription.items.data[0]?.current_period_end ?? Number.POSITIVE_INFINITY) <= seconds();
  if (!over || invoice) return false;
  nextMonth(work, subscription);
  return true;
}

/**
 * Collects a subscription's oldest unpaid invoice, or the next month's, with the card that it started with.
 * `at` in seconds.
 * @throws ApiError when the subscription has ended or has not begun
 */
export function collect(
  work: UnitOfWork,
  subscription: Stripe.Subscription,
  { at, refused }: { at: number; refused: boolean },
): Stripe.PaymentIntent {
  if (!["active", "past_due", "unpaid"].includes(subscription.status)) throw notRunning(subscription);
  const invoice = unpaidInvoice(work, subscription) ?? nextMonth(work, subscription);
  const intent = paymentFor(work, invoice);
  const known = subscription.default_payment_method;
  const card =
    (typeof known === "string" ? work.find("payment_method", known) : null) ??
    saveCard(work, { brand: "visa", last4: "4242" });
  if (refused) return refuse(work, intent, card, REFUSALS.generic_decline.refusal).failed;
  return settle(work, intent, card, { at });
}
