import type Stripe from "stripe";

/** A 3-D Secure question that a card holder was sent away to answer. */
export type Challenge = {
  id: string;
  object: "challenge";
  payment: string;
  paymentMethod: string;
  returnUrl: string;
  state: "open" | "approved" | "failed";
};

/** A card that was shown: only what may be kept. */
export type UsedCard = { id: string; object: "payment_method"; brand: string; last4: string };

/** A hosted page where one thing is paid, and what its payment will bear. */
export type Checkout = {
  id: string;
  object: "checkout";
  session: Stripe.Checkout.Session;
  item: string;
  payment: { description: string | null; metadata: Record<string, string> };
  /** Where a subscription is agreed to: what it will bear, and the payment of its first month once a card was tried. */
  monthly?: { metadata: Record<string, string>; payment: string | null };
};

/** What is kept of the card provider. */
export type CardKept = {
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  event: Stripe.Event;
  challenge: Challenge;
  checkout: Checkout;
  payment_method: UsedCard;
};
