import type Stripe from "stripe";
import { every, seconds } from "../../ids";
import type { Sandbox } from "../../sandbox";
import { UnitOfWork } from "../../state/unit-of-work";
import { REFUSALS } from "../cards";
import { refuse, saveCard, settle } from "./outcomes";
import { nextMonth, notRunning, paymentFor, unpaidInvoice } from "./subscriptions";

type Parts = Pick<Sandbox, "store" | "faults" | "commit">;

/** The interval between checks for months that are over and invoices that are due. */
const INTERVAL_MS = 60_000;

/**
 * Bills card subscriptions as time passes, and collects each invoice about an hour after its month began.
 * Returns a function that stops it.
 */
export function startCardRenewals(parts: Parts): () => void {
  return every(INTERVAL_MS, () => renewDue(parts));
}

function renewDue({ store, faults, commit }: Parts): void {
  const work = new UnitOfWork(store, null);
  for (const { id } of store.all("subscription")) {
    let due = nextDue(work, id);
    while (due) {
      due();
      due = nextDue(work, id);
    }
  }
  commit(work);

  /** The next step that is due for a subscription; null when there is none. */
  function nextDue(work: UnitOfWork, id: string): (() => void) | null {
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
    return faults.take("decline", { payment: subscription }) !== undefined;
  }
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
