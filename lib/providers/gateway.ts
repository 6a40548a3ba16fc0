import type { PaymentProvider } from "@/lib/ground/vocabulary";

/** Where monthly subscriptions are agreed to and collected. Amounts in cents. */
export interface SubscriptionGateway {
  /**
   * Asks for a monthly subscription. `id` names it until its payer has agreed, on the page at `url`. The same key
   * answers the same one.
   * @throws ProviderUnavailable
   */
  createSubscription(subscription: NewSubscription): Promise<Page>;
  /**
   * A subscription as the provider has it now, by the id that creating it answered or by the agreement's own; null if
   * the provider does not know it.
   * @throws ProviderUnavailable
   */
  findSubscription(id: string, include?: Include): Promise<ProviderSubscription | null>;
  /**
   * Ends a subscription at the provider: no further payment. Does nothing to one that has ended; answers only once it
   * has.
   * @throws ProviderUnavailable
   */
  cancelSubscription(id: string): Promise<void>;
  /** Refunds one payment of a subscription, once. @throws ProviderUnavailable, RefundOnHold, RefundRefused */
  refundSubscriptionPayment(paymentId: string, idempotencyKey: string): Promise<void>;
}

/**
 * What the domain asks of a payment provider, in our own words; gateways do not know the database. Amounts in cents.
 * `createPayment` and `capturePayment` are absent where a provider has no such step.
 */
export interface PaymentGateway extends SubscriptionGateway {
  readonly provider: PaymentProvider;
  /**
   * Opens a page of the provider's where a payer pays, or approves a payment. The same key answers the same page.
   * @throws ProviderUnavailable
   */
  openPage(page: NewPage): Promise<Page>;
  /**
   * Opens a payment that the payer's browser will confirm. The same key answers the same payment.
   * @throws ProviderUnavailable
   */
  createPayment?(payment: NewPayment): Promise<{ id: string; clientSecret: string }>;
  /**
   * A payment as the provider has it now, by its own id or by that of its page; null if the provider does not know it.
   * @throws ProviderUnavailable
   */
  findPayment(id: string, include?: Include): Promise<ProviderPayment | null>;
  /** Takes the money of an approved payment. A key that was refused once is refused again. @throws ProviderUnavailable */
  capturePayment?(id: string, idempotencyKey: string): Promise<Capture>;
  /**
   * Refunds everything that was charged, once, whichever key asks for it.
   * @throws ProviderUnavailable, RefundOnHold, RefundRefused
   */
  refundPayment(id: string, idempotencyKey: string): Promise<void>;
  /**
   * Ends an unpaid payment, or closes its page, where the provider can; does nothing to one that was paid.
   * @throws ProviderUnavailable
   */
  endPayment(id: string): Promise<void>;
}

/** The card provider, whose payments are confirmed in the payer's browser or on its pages. */
export interface CardGateway extends PaymentGateway {
  createPayment(payment: NewPayment): Promise<{ id: string; clientSecret: string }>;
  /** Reads a webhook body. @throws BadSignature */
  readEvent(body: string, signature: string | null, at: Date): ProviderEvent;
}

/** The wallet provider, whose payers approve on its pages. */
export interface WalletGateway extends PaymentGateway {
  capturePayment(id: string, idempotencyKey: string): Promise<Capture>;
  /** Reads a webhook body, asking the provider whether it sent it. @throws BadSignature, ProviderUnavailable */
  readEvent(body: string, headers: Headers): Promise<ProviderEvent>;
}

/** The configured gateways. */
export type Gateways = { card: CardGateway; wallet: WalletGateway };

/** The gateway of a provider: the one place that chooses between them. */
export function gatewayOf({ card, wallet }: Gateways, provider: PaymentProvider): PaymentGateway {
  return provider === card.provider ? card : wallet;
}

export type NewPayment = {
  amount: number;
  currency: string;
  idempotencyKey: string;
  description: string;
  /** Our ids, which the provider returns with the payment. */
  metadata: Record<string, string>;
};

/** What is read beside the payment itself: whether it was lost in a dispute, which only matters once it is settled. */
export type Include = { disputes: boolean };

/** What became of a capture. */
export type Capture =
  /** The provider accepted it, now or before; the payment says whether the money arrived. */
  | { outcome: "accepted" }
  /** Not captured. The payer may approve again, perhaps with another card, on the provider's page. */
  | { outcome: "declined"; approvalUrl: string | null }
  /** Not captured, and it cannot be. */
  | { outcome: "refused" };

export type ProviderPayment = {
  id: string;
  /** `open`: unpaid, a declined attempt included. `approved`: the payer agreed, and nothing is charged yet. */
  state: "open" | "approved" | "processing" | "succeeded" | "cancelled";
  /** What was to be charged, cents. */
  amount: number;
  /** What was charged, cents. */
  received: number;
  currency: string;
  clientSecret: string;
  metadata: Record<string, string>;
  /** Everything charged was refunded. */
  refunded: boolean;
  /** It was lost in a dispute; null when disputes were not read. */
  disputeLost: boolean | null;
  /** How many cards were declined while it was unpaid. */
  declines: number;
  /** When the provider last saw an order change, such as by its payer's approval. */
  changedAt?: Date;
  /** Where its payer can approve it again after a declined capture. */
  approvalUrl?: string | null;
};

/** The places on our origin that a provider's page leads back to. */
type Returns = { returnUrl: string; cancelUrl: string };

/** A page of the provider's. `id` names the payment until it has an id of its own. */
export type Page = { id: string; url: string };

export type NewPage = Omit<NewPayment, "description"> &
  Returns & {
    /** What is bought, in the payer's language. */
    description: string;
    /** The payer's language, ISO 639-1. */
    locale: string;
  };

export type NewSubscription = Returns & {
  plan: SubscriptionPlan;
  /** Our id, which the provider returns with the subscription. */
  subscriptionId: string;
  idempotencyKey: string;
  locale: string;
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
  /** Everything was refunded, or lost in a dispute. */
  refunded: boolean;
  disputeLost: boolean;
};

/** A webhook event. It only says which payment or subscription to settle again. */
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
  /** A reversal whose event does not name its payment: of an order or of a subscription, cents. */
  unnamedReversal?: { of: "order" | "subscription"; amount: number } | null;
};

/** What a provider answered to one call over HTTP, for the log. Paths carry nothing but ids. */
export type ProviderAnswer = {
  provider: PaymentProvider;
  method: string;
  path: string;
  status: number;
  /** The provider's own id of the call, which its support asks for. */
  providerRequestId: string | null;
  /** Why it refused the call. */
  issues?: readonly string[];
  /** Who can do something about a refusal: the operator at the provider (`account`), we (`ours`), or the payer. */
  fault?: "account" | "ours" | "payer" | undefined;
};

/** The provider could not be reached, timed out, or failed on its side. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

/** A refund that has to wait until a dispute of the same payment has ended. */
export class RefundOnHold extends ProviderUnavailable {
  override name = "RefundOnHold";
}

/** A refund that the provider will never make: the operator has to return the money in another way. */
export class RefundRefused extends Error {
  override name = "RefundRefused";

  /** `code` is the provider's own, such as `REFUND_TIME_LIMIT_EXCEEDED`. */
  constructor(readonly code: string) {
    super(`the provider will not make this refund: ${code}`);
  }
}

/** A webhook that the provider did not sign, or did not sign recently. */
export class BadSignature extends Error {
  override name = "BadSignature";
}
