import type Stripe from "stripe";

/** A 3-D Secure page where a card holder confirms or refuses a payment. */
export type Challenge = {
  id: string;
  object: "challenge";
  payment: string;
  paymentMethod: string;
  returnUrl: string;
  state: "open" | "approved" | "failed";
};

/** A card that was used: only what may be stored. */
export type UsedCard = { id: string; object: "payment_method"; brand: string; last4: string };

/** A hosted page where one item is paid, with the description and metadata of its future payment. */
export type Checkout = {
  id: string;
  object: "checkout";
  session: Stripe.Checkout.Session;
  item: string;
  payment: { description: string | null; metadata: Record<string, string> };
  /** For a subscription: its metadata, and the payment of the first month once a card was tried. */
  monthly?: { metadata: Record<string, string>; payment: string | null };
};

/** The card provider's stored objects, by kind. */
export type CardRecords = {
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
