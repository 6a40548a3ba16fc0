import Stripe from "stripe";
import type { NewPage, Page, ProviderPayment } from "@/lib/providers/gateway";
import { madeOnce, nullIfMissing } from "./errors";
import { findIntent } from "./payments";

/** Opens a hosted page for one payment. The payment gets our metadata. */
export async function openPage(stripe: Stripe, page: NewPage): Promise<Page> {
  const { amount, currency, description, metadata } = page;
  const price = { currency, unit_amount: amount, product_data: { name: description } };
  return openSession(stripe, page, {
    mode: "payment",
    line_items: [{ quantity: 1, price_data: price }],
    payment_intent_data: { description, metadata },
  });
}

type Options = Pick<NewPage, "locale" | "returnUrl" | "cancelUrl" | "idempotencyKey">;

/** Opens a hosted page that leads back to us. */
export async function openSession(
  stripe: Stripe,
  { locale, returnUrl, cancelUrl, idempotencyKey }: Options,
  params: Stripe.Checkout.SessionCreateParams,
): Promise<Page> {
  const wanted = {
    ...params,
    success_url: returnUrl,
    cancel_url: cancelUrl,
    locale: locale as Stripe.Checkout.SessionCreateParams.Locale,
  };
  const session = await madeOnce(
    (options) => stripe.checkout.sessions.create(wanted, options),
    idempotencyKey,
  );
  if (!session.url) throw new Error(`checkout ${session.id} came without its address`);
  return { id: session.id, url: session.url };
}

/** A page's id can come from an address bar: read only what can be one. */
export const PAGE_ID = /^cs_\w{1,250}$/;

/**
 * The payment of a hosted page; null if Stripe does not know the page. It stays open after a declined card, and ends
 * with the page.
 */
export async function findPaymentOfPage(stripe: Stripe, id: string): Promise<ProviderPayment | null> {
  const session = await retrieve(stripe, id);
  if (!session) return null;
  const { payment_intent: intent, status, amount_total: amount, currency } = session;
  const known = intent && (await findIntent(stripe, typeof intent === "string" ? intent : intent.id));
  if (known && known.state !== "open") return known;
  const state = status === "expired" ? "cancelled" : "open";
  if (known) return { ...known, state };
  return {
    id,
    state,
    amount: amount ?? 0,
    received: 0,
    currency: currency ?? "",
    clientSecret: "",
    metadata: {},
    returned: 0,
    disputeLost: false,
    disputeOpen: false,
    disputeFee: null,
    paidBy: null,
    chargeId: null,
    declines: 0,
  };
}

/** Closes an open page. If it is not open, Stripe refuses without a specific code, so the page is read to find out. */
export async function closePage(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const session = await retrieve(stripe, id);
    if (!session || session.status === "open") throw error;
  }
}

function retrieve(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session | null> {
  return stripe.checkout.sessions.retrieve(id).catch(nullIfMissing);
}
