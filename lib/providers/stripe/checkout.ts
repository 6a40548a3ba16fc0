import Stripe from "stripe";
import type { NewCheckout, ProviderCheckout } from "@/lib/providers/payment";
import { hasCode } from "./errors";

/** Opens a hosted page for one thing; the payment made there carries our metadata itself. */
export async function createCheckout(
  stripe: Stripe,
  { amount, currency, description, metadata, locale, returnUrl, cancelUrl, idempotencyKey }: NewCheckout,
): Promise<{ id: string; url: string }> {
  const session = await stripe.checkout.sessions.create(
    {
      mode: "payment",
      line_items: [
        { quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: description } } },
      ],
      payment_intent_data: { description, metadata },
      success_url: returnUrl,
      cancel_url: cancelUrl,
      locale: locale as Stripe.Checkout.SessionCreateParams.Locale,
    },
    { idempotencyKey },
  );
  if (!session.url) throw new Error(`checkout ${session.id} came without its address`);
  return { id: session.id, url: session.url };
}

/** A page's id can come from an address bar; only what looks like one is looked up. */
const CHECKOUT_ID = /^cs_\w{1,250}$/;

/** How a hosted page stands; null when Stripe knows no such page. */
export async function findCheckout(stripe: Stripe, id: string): Promise<ProviderCheckout | null> {
  if (!CHECKOUT_ID.test(id)) return null;
  try {
    return checkoutTruth(await stripe.checkout.sessions.retrieve(id));
  } catch (error) {
    if (hasCode(error, "resource_missing")) return null;
    throw error;
  }
}

/** Closes a hosted page that is still open. Stripe refuses to close another, without a code that says so. */
export async function expireCheckout(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const checkout = await findCheckout(stripe, id);
    if (!checkout || checkout.state === "open") throw error;
  }
}

const STATES: Record<Stripe.Checkout.Session.Status, ProviderCheckout["state"]> = {
  open: "open",
  complete: "completed",
  expired: "expired",
};

function checkoutTruth({ id, status, payment_intent: payment }: Stripe.Checkout.Session): ProviderCheckout {
  const state = status && STATES[status];
  if (!state) throw new Error(`checkout ${id} is in an unknown state: ${status}`);
  return { id, state, paymentId: typeof payment === "string" ? payment : (payment?.id ?? null) };
}
