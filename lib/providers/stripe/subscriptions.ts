import type Stripe from "stripe";
import type {
  NewSubscription,
  Page,
  ProviderSubscription,
  SubscriptionPayment,
} from "@/lib/providers/gateway";
import { hasCode, nullIfMissing } from "./errors";
import { dateOf, idOf } from "./lists";
import { closePage, openSession, PAGE_ID } from "./pages";
import { disputeFeeOf, disputesOf, lostIn } from "./payments";

/** Opens a hosted page where the payer approves a monthly price. The subscription gets our metadata. */
export async function createSubscription(stripe: Stripe, subscription: NewSubscription): Promise<Page> {
  const { plan, subscriptionId } = subscription;
  const { key, name, amount, currency } = plan;
  const monthly = {
    currency,
    unit_amount: amount,
    recurring: { interval: "month" as const },
    product_data: { name },
  };
  const metadata = { subscriptionId, plan: key };
  return openSession(stripe, subscription, {
    mode: "subscription",
    line_items: [{ quantity: 1, price_data: monthly }],
    subscription_data: { metadata },
    metadata,
  });
}

/** An id can come from an event or from our rows: read only what can be one. */
const SUBSCRIPTION_ID = /^sub_\w{1,250}$/;

/** A subscription by its own id or by its page's; null if Stripe does not know it. */
export async function findSubscription(stripe: Stripe, id: string): Promise<ProviderSubscription | null> {
  try {
    if (PAGE_ID.test(id)) return await byPage(stripe, id);
    if (!SUBSCRIPTION_ID.test(id)) return null;
    const subscription = await stripe.subscriptions.retrieve(id);
    return hasBegun(subscription) ? await subscriptionFrom(stripe, subscription) : null;
  } catch (error) {
    return nullIfMissing(error);
  }
}

/** Ends a subscription at once; Stripe reports one that has ended already as missing. An unpaid page is closed. */
export async function cancelSubscription(stripe: Stripe, id: string): Promise<void> {
  if (PAGE_ID.test(id)) {
    const subscription = idOf((await stripe.checkout.sessions.retrieve(id)).subscription);
    return subscription ? cancelSubscription(stripe, subscription) : closePage(stripe, id);
  }
  try {
    await stripe.subscriptions.cancel(id);
  } catch (error) {
    if (!hasCode(error, "resource_missing")) throw error;
  }
}

async function byPage(stripe: Stripe, id: string): Promise<ProviderSubscription> {
  const page = await stripe.checkout.sessions.retrieve(id, { expand: ["subscription"] });
  const { subscription, metadata, status } = page;
  if (subscription && typeof subscription !== "string" && hasBegun(subscription)) {
    return subscriptionFrom(stripe, subscription);
  }
  return {
    id,
    state: status === "expired" ? "expired" : "open",
    plan: metadata?.plan ?? "",
    subscriptionId: metadata?.subscriptionId ?? "",
    nextPaymentAt: null,
    payments: [],
  };
}

/** Without a first payment a subscription is only one more try on its page. */
function hasBegun({ status }: Stripe.Subscription): boolean {
  return status !== "incomplete" && status !== "incomplete_expired";
}

/** `past_due`: a payment failed, and Stripe tries again; `unpaid` and `paused`: it does not. We offer no trials. */
const STATES: Record<string, ProviderSubscription["state"]> = {
  trialing: "active",
  active: "active",
  past_due: "suspended",
  unpaid: "suspended",
  paused: "suspended",
  canceled: "cancelled",
};

async function subscriptionFrom(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<ProviderSubscription> {
  const { id, status, metadata, items } = subscription;
  const state = STATES[status];
  if (!state) throw new Error(`subscription ${id} is in an unknown state: ${status}`);
  const until = items.data[0]?.current_period_end;
  return {
    id,
    state,
    plan: metadata.plan ?? "",
    subscriptionId: metadata.subscriptionId ?? "",
    nextPaymentAt: state === "active" && until !== undefined ? dateOf(until) : null,
    payments: await paymentsOf(stripe, subscription),
  };
}

/** More months and tries than anybody makes. */
const MAX_LISTED = 10_000;

/**
 * Every paid month, oldest first, by the payment of its invoice. Each page creates a customer of its own, so the
 * customer's charges are the subscription's: one list shows their refunds and disputes.
 */
async function paymentsOf(
  stripe: Stripe,
  { id, customer }: Stripe.Subscription,
): Promise<SubscriptionPayment[]> {
  const invoices = await stripe.invoices
    .list({ subscription: id, status: "paid", limit: 100, expand: ["data.payments"] })
    .autoPagingToArray({ limit: MAX_LISTED });
  if (invoices.length === 0) return [];
  const charges = await stripe.charges
    .list({ customer: idOf(customer) ?? "", limit: 100 })
    .autoPagingToArray({ limit: MAX_LISTED });
  const paid = new Map(
    charges.filter((charge) => charge.paid).map((charge) => [idOf(charge.payment_intent), charge]),
  );
  const payments = await Promise.all(invoices.map((invoice) => paymentFrom(stripe, invoice, paid)));
  return payments.flat().sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
}

/** The payment of an invoice, or none if nothing was charged for it. */
async function paymentFrom(
  stripe: Stripe,
  { currency, created, status_transitions: { paid_at: paidAt }, payments }: Stripe.Invoice,
  charges: Map<string | null, Stripe.Charge>,
): Promise<SubscriptionPayment[]> {
  const made = (payments?.data ?? []).filter(({ status }) => status === "paid");
  return Promise.all(
    made.flatMap(({ amount_paid: amount, payment: { payment_intent: intent } }) => {
      const id = idOf(intent);
      if (!id) return [];
      const charge = charges.get(id);
      return [
        disputesOf(stripe, charge).then((disputes) => {
          const lost = lostIn(disputes);
          const returned = (charge?.amount_refunded ?? 0) + lost;
          // A dispute can be about a part.
          const isWhole = charge?.refunded === true || (lost > 0 && returned >= (amount ?? 0));
          return {
            id,
            amount: amount ?? 0,
            currency,
            paidAt: dateOf(paidAt ?? created),
            refunded: isWhole,
            returned,
            disputeLost: isWhole && lost > 0,
            disputeFee: disputeFeeOf(disputes, currency),
          };
        }),
      ];
    }),
  );
}
