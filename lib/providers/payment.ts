import type { Locale } from "@/lib/ground/i18n/languages";

/** Where monthly subscriptions are agreed to and collected, alike at both providers. Amounts in cents. */
export interface SubscriptionProvider {
  /**
   * Asks for a monthly subscription. `id` names it until its payer has agreed; the same key answers the same one.
   * @throws ProviderUnavailable
   */
  createSubscription(subscription: NewSubscription): Promise<{ id: string; approvalUrl: string }>;
  /**
   * What the provider holds true of a subscription now, by the id that creating it answered or by the agreement's
   * own; null if it knows no such.
   * @throws ProviderUnavailable
   */
  findSubscription(id: string, look?: Look): Promise<ProviderSubscription | null>;
  /**
   * Ends a subscription at the provider: no further payment. Does nothing to one that has ended; answers only once it
   * has.
   * @throws ProviderUnavailable
   */
  cancelSubscription(id: string): Promise<void>;
  /** Gives one payment of a subscription back, once. @throws ProviderUnavailable, RefundHeld, RefundRefused */
  refundSubscriptionPayment(paymentId: string, idempotencyKey: string): Promise<void>;
}

/** What the product needs of a card provider, in our own words. Providers know nothing of the database. Amounts in cents. */
export interface CardProvider extends SubscriptionProvider {
  /**
   * Opens a payment that the payer's browser will confirm. The same idempotency key answers the same payment.
   * @throws ProviderUnavailable
   */
  createPayment(payment: NewPayment): Promise<{ id: string; clientSecret: string }>;
  /** What the provider holds true of a payment now; null if it knows no such payment. @throws ProviderUnavailable */
  findPayment(id: string): Promise<ProviderPayment | null>;
  /** Gives everything that was charged back. The same key refunds once; so does a second key. @throws ProviderUnavailable, RefundHeld */
  refundPayment(id: string, idempotencyKey: string): Promise<void>;
  /** Ends a payment that nobody completed; does nothing to one that was. @throws ProviderUnavailable */
  cancelPayment(id: string): Promise<void>;
  /** Opens a page of the provider's where a payer pays for one thing. The same key answers the same page. @throws ProviderUnavailable */
  createCheckout(checkout: NewCheckout): Promise<{ id: string; url: string }>;
  /** How such a page stands; null if the provider knows no such page. @throws ProviderUnavailable */
  findCheckout(id: string): Promise<ProviderCheckout | null>;
  /** Closes a page nobody paid on; does nothing to one where somebody did. @throws ProviderUnavailable */
  expireCheckout(id: string): Promise<void>;
  /** Reads a webhook body. @throws BadSignature */
  readEvent(body: string, signature: string | null, at: Date): ProviderEvent;
}

/**
 * What the product needs of a wallet provider, where people pay by approving an order or a subscription on the provider's own pages. Amounts in
 * cents.
 */
export interface WalletProvider extends SubscriptionProvider {
  /** Asks for a payment. The same key answers the same order. @throws ProviderUnavailable */
  createOrder(order: NewOrder): Promise<{ id: string; approvalUrl: string }>;
  /** What the provider holds true of an order now; null if it knows no such order. @throws ProviderUnavailable */
  findOrder(id: string, look?: Look): Promise<ProviderPayment | null>;
  /** Takes the money of an approved order. A key that was refused once is refused again. @throws ProviderUnavailable */
  captureOrder(id: string, idempotencyKey: string): Promise<Capture>;
  /** Gives everything that was captured back, once. @throws ProviderUnavailable, RefundHeld, RefundRefused */
  refundOrder(id: string, idempotencyKey: string): Promise<void>;
  /** Reads a webhook body, asking the provider whether it sent it. @throws BadSignature, ProviderUnavailable */
  readEvent(body: string, headers: Headers): Promise<ProviderEvent>;
}

export type NewPayment = {
  amount: number;
  currency: string;
  idempotencyKey: string;
  description: string;
  /** Our ids, returned with every look-up. */
  metadata: Record<string, string>;
};

/** What is asked beside the payment itself: whether a dispute took it, which only matters once it is settled. */
export type Look = { disputes: boolean };

/** What became of a capture. */
export type Capture =
  /** The provider took it up, now or before: what is true of the order tells the rest. */
  | { outcome: "asked" }
  /** Not taken. The payer may agree again, perhaps with other money, on the provider's page. */
  | { outcome: "again"; approvalUrl: string | null }
  /** Not taken, and it cannot be. */
  | { outcome: "refused" };

export type ProviderPayment = {
  id: string;
  /** `open`: nobody paid yet, a declined attempt included. `approved`: the payer agreed at the wallet provider, nothing is charged yet. */
  state: "open" | "approved" | "processing" | "succeeded" | "cancelled";
  /** What was to be charged, cents. */
  amount: number;
  /** What was charged, cents. */
  received: number;
  currency: string;
  clientSecret: string;
  metadata: Record<string, string>;
  /** Everything charged was given back. */
  refunded: boolean;
  /** A dispute took it back. */
  disputeLost: boolean;
  /** How many cards were declined, while nobody has paid. */
  declines: number;
  /** When the provider last saw an order change, such as by its payer's approval. */
  changedAt?: Date;
  /** Where its payer can approve an order that waits for them. */
  approvalUrl?: string | null;
};

/** The places on our origin that a provider's page leads back to. */
type Returns = { returnUrl: string; cancelUrl: string };

export type NewCheckout = Omit<NewPayment, "description"> &
  Returns & {
    /** What is bought, in the payer's language. */
    description: string;
    /** The payer's language, ISO 639-1. */
    locale: Locale;
  };

export type ProviderCheckout = {
  id: string;
  state: "open" | "completed" | "expired";
  /** The payment that was made there; null while there is none. */
  paymentId: string | null;
};

export type NewOrder = NewCheckout;

export type NewSubscription = Returns & {
  plan: SubscriptionPlan;
  /** Our id, returned with every look-up. */
  subscriptionId: string;
  idempotencyKey: string;
  locale: Locale;
};

/** A monthly price at the provider; `key` names it for good: another price is another key. */
export type SubscriptionPlan = { key: string; name: string; amount: number; currency: string };

export type ProviderSubscription = {
  /** The agreement's own id once its payer has agreed; until then the id that creating it answered. */
  id: string;
  /** `open`: not approved yet. `suspended`: a payment failed; the provider may try again, or have stopped trying. */
  state: "open" | "active" | "suspended" | "cancelled" | "expired";
  /** The plan's key. */
  plan: string;
  /** Our id. */
  subscriptionId: string;
  /** When the next payment is due; null when there will be none. */
  nextPaymentAt: Date | null;
  /** Every payment that was made, oldest first. */
  payments: SubscriptionPayment[];
};

export type SubscriptionPayment = {
  id: string;
  /** Cents. */
  amount: number;
  currency: string;
  paidAt: Date;
  /** Everything was given back, or a dispute took it. */
  refunded: boolean;
  disputeLost: boolean;
};

/** A webhook event: it only says which payment or subscription to look at again. */
export type ProviderEvent = {
  id: string;
  type: string;
  paymentId: string | null;
  subscriptionId?: string | null;
  /** The payment of the subscription that it reports, which the provider's list may not have yet. */
  subscriptionPaymentId?: string | null;
  /** When the payer approved the order, if it reports that. */
  approvedAt?: Date | null;
  /** It may be about a dispute. */
  isDispute?: boolean;
  /** Money that went back, by an event that does not say whose: of an order or of a subscription, cents. */
  wentBack?: { of: "order" | "subscription"; amount: number } | null;
};

/** What a provider answered to one call over HTTP, for the log: no address has anything but ids in it. */
export type Answered = {
  provider: "stripe" | "paypal";
  method: string;
  path: string;
  status: number;
  /** The provider's own name of the call, which its support asks for. */
  providerRequestId: string | null;
  /** What it refused the call for. */
  issues?: readonly string[];
  /** Who can do something about a refusal: the operator at the provider (`account`), we (`ours`), or the payer. */
  fault?: "account" | "ours" | "payer" | undefined;
};

/** The provider could not be reached, timed out, or failed on its side. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

/** A refund that has to wait until a dispute of the same payment has ended. */
export class RefundHeld extends ProviderUnavailable {
  override name = "RefundHeld";
}

/** A refund that the provider will never give: the operator has to give the money back in another way. */
export class RefundRefused extends Error {
  override name = "RefundRefused";

  /** `code` is the provider's own, such as `REFUND_TIME_LIMIT_EXCEEDED`. */
  constructor(readonly code: string) {
    super(`the provider will not give this refund: ${code}`);
  }
}

/** A webhook that the provider did not sign, or not just now. */
export class BadSignature extends Error {
  override name = "BadSignature";
}
