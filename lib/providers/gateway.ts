import { z } from "zod";
import type { Locale } from "@/lib/ground/i18n/languages";
import type { PaidBy, PaymentProvider } from "@/lib/ground/vocabulary";

/**
 * What the domain needs of a payment provider. Gateways do not use the database. Amounts in cents. `createPayment` and
 * `capturePayment` are absent if a provider has no such step.
 */
export interface PaymentGateway {
  readonly provider: PaymentProvider;
  /**
   * A page of the payments that were begun in a span, newest first. Absent where nothing can be listed (PayPal).
   * @throws ProviderUnavailable
   */
  listPayments?(span: Span, after: string | null): Promise<Listed<ListedPayment>>;
  /**
   * Opens a page of the provider where a payer pays, or approves a payment. The same key returns the same page.
   * @throws ProviderUnavailable
   */
  openPage(page: NewPage): Promise<Page>;
  /**
   * Creates a payment that the payer's browser confirms. The same key returns the same payment.
   * @throws ProviderUnavailable, NoMethodLeft
   */
  createPayment?(payment: NewPayment): Promise<{ id: string; clientSecret: string }>;
  /**
   * The current state of a payment, by its own id or by the id of its page; null if the provider does not know it.
   * @throws ProviderUnavailable
   */
  findPayment(id: string, include?: Include): Promise<ProviderPayment | null>;
  /**
   * Captures an approved payment. With the key of a refused capture, the provider refuses again.
   * @throws ProviderUnavailable
   */
  capturePayment?(id: string, idempotencyKey: string): Promise<Capture>;
  /**
   * Refunds everything that was charged, once, even with different keys; with `upTo`, only until that many cents of it
   * went back.
   * @throws ProviderUnavailable, RefundOnHold, RefundRefused
   */
  refundPayment(id: string, idempotencyKey: string, upTo?: UpTo): Promise<void>;
  /**
   * Ends an unpaid payment, or closes its page, if the provider can do so. Does nothing if it was paid.
   * @throws ProviderUnavailable
   */
  endPayment(id: string): Promise<void>;
  /**
   * What the provider kept or charged of the platform in a span, by what for. Absent where it does not say (PayPal,
   * without a permission of its own).
   * @throws ProviderUnavailable
   */
  sumFees?(span: Span): Promise<ProviderFees[]>;
  /**
   * Opens a page where the payer approves a monthly subscription. The returned `id` names it until then. The same key
   * returns the same page.
   * @throws ProviderUnavailable
   */
  createSubscription(subscription: NewSubscription): Promise<Page>;
  /**
   * The current state of a subscription, by its own id or by the id of its approval page; null if the provider does not
   * know it.
   * @throws ProviderUnavailable
   */
  findSubscription(id: string, include?: Include): Promise<ProviderSubscription | null>;
  /**
   * Ends a subscription at the provider: no further payment. It returns only once the subscription has ended, and does
   * nothing if it had ended before.
   * @throws ProviderUnavailable
   */
  cancelSubscription(id: string): Promise<void>;
  /**
   * Refunds one payment of a subscription, once; with `upTo`, until that many cents of it went back.
   * @throws ProviderUnavailable, RefundOnHold, RefundRefused
   */
  refundSubscriptionPayment(paymentId: string, idempotencyKey: string, upTo?: UpTo): Promise<void>;
}

/** How much of a payment is to go back, what went back before included. Cents. */
export type UpTo = { amount: number; currency: string };

/** Fees of one category, way of paying (null: of no donation) and currency; cents, more than they gave back. */
export type ProviderFees = {
  category: string;
  paidBy: PaidBy | null;
  currency: string;
  count: number;
  amount: number;
};

/** From a time until before another. */
export type Span = { from: Date; to: Date };

/** One page of a list; `next` leads to the page after it. */
export type Listed<T> = { rows: T[]; next: string | null };

/** A payment as a list has it. Cents. */
export type ListedPayment = Pick<
  ProviderPayment,
  "id" | "state" | "amount" | "received" | "currency" | "metadata"
> & { refunded: number; isDisputed: boolean; createdAt: Date };

/** The card provider: payments are confirmed in the payer's browser or on its pages. */
export interface CardGateway extends PaymentGateway {
  createPayment(payment: NewPayment): Promise<{ id: string; clientSecret: string }>;
  /** Verifies and reads a webhook event. @throws BadSignature */
  readEvent(body: string, signature: string | null, at: Date): ProviderEvent;
}

/** The wallet provider: payers approve on its pages. */
export interface WalletGateway extends PaymentGateway {
  capturePayment(id: string, idempotencyKey: string): Promise<Capture>;
  /** Verifies a webhook event with the provider, and reads it. @throws BadSignature, ProviderUnavailable */
  readEvent(body: string, headers: Headers): Promise<ProviderEvent>;
}

/** The configured gateways. */
export type Gateways = { card: CardGateway; wallet: WalletGateway };

/** Which gateway is a provider's. */
export const GATEWAY: Record<PaymentProvider, keyof Gateways> = { stripe: "card", paypal: "wallet" };

/** The gateway of a provider. Nothing else chooses between them. */
export function gatewayOf(gateways: Gateways, provider: PaymentProvider): PaymentGateway {
  return gateways[GATEWAY[provider]];
}

export type NewPayment = {
  amount: number;
  currency: string;
  idempotencyKey: string;
  description: string;
  /** Our ids, which the provider returns with the payment. */
  metadata: Record<string, string>;
  /** By a bank only: no card, and no phone that pays with one. */
  withoutCards?: boolean;
};

/** What to read beside the payment. A lost dispute matters only once the payment is settled. */
export type Include = { disputes: boolean };

/** The outcome of a capture. */
export type Capture =
  /** The provider accepted it, now or before; the payment says whether the money arrived. */
  | { outcome: "accepted" }
  /** Not captured. The payer can approve again on the provider's page, for example with another card. */
  | { outcome: "declined"; approvalUrl: string | null }
  /** Not captured, for good. */
  | { outcome: "refused" };

export type ProviderPayment = {
  id: string;
  /** `open`: unpaid, also after a declined card. `approved`: the payer approved, and nothing is charged yet. */
  state: "open" | "approved" | "processing" | "succeeded" | "cancelled";
  /** What should be charged, in cents. */
  amount: number;
  /** What was charged, in cents. */
  received: number;
  currency: string;
  clientSecret: string;
  metadata: Record<string, string>;
  /** How much of it went back, in cents: refunded, or lost in a dispute if disputes were read. */
  returned: number;
  /** A part or all of it was lost in a dispute; null when disputes were not read. */
  disputeLost: boolean | null;
  /** A dispute of it is open; null when disputes were not read. */
  disputeOpen: boolean | null;
  /**
   * What the provider charged for its disputes and did not give back, in cents; null without a dispute, and where the
   * provider does not say.
   */
  disputeFee: number | null;
  /** What it was paid with; null before it was. */
  paidBy: PaidBy | null;
  /** The provider's id of the charge; null before there is one. */
  chargeId: string | null;
  /** Number of declined cards. */
  declines: number;
  /** Its payer was sent to a page of their bank, where it can still be paid. */
  isAtBank?: boolean;
  /** What waited for a capture, or for a bank, was declined. */
  captureFailed?: boolean;
  /** When the provider last changed the order, for example at the payer's approval. */
  changedAt?: Date;
  /** Where the payer can approve again after a declined capture. */
  approvalUrl?: string | null;
};

/** Addresses on our origin that the provider's page returns to. */
type ReturnUrls = { returnUrl: string; cancelUrl: string };

/** A page of the provider. `id` names the payment until it has an id of its own. */
export type Page = { id: string; url: string };

/** Its description is shown to the payer, in their language: `locale`, ISO 639-1. */
export type NewPage = NewPayment & ReturnUrls & { locale: Locale };

export type NewSubscription = ReturnUrls & {
  plan: SubscriptionPlan;
  /** Our id, which the provider returns with the subscription. */
  subscriptionId: string;
  idempotencyKey: string;
  locale: Locale;
};

/** A monthly price in cents at the provider. Another price needs another `key`. */
export type SubscriptionPlan = { key: string; name: string; amount: number; currency: string };

export type ProviderSubscription = {
  /** The agreement's id; until the payer approves it, the id of its approval page. */
  id: string;
  /** `open`: not approved yet. `suspended`: a payment failed; the provider may or may not try again. */
  state: "open" | "active" | "suspended" | "cancelled" | "expired";
  /** The plan's key. */
  plan: string;
  /** Our id. */
  subscriptionId: string;
  /** When the next payment is due; null if there is none. */
  nextPaymentAt: Date | null;
  /** All payments, oldest first. */
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
  /** What went back so far, in cents; of a refund of a part PayPal does not tell how much: 0. */
  returned: number;
  /** With what disputes took, everything went back. */
  disputeLost: boolean;
  /** As in `ProviderPayment`. */
  disputeFee: number | null;
};

/** A webhook event. It only says which payment or subscription to settle again. */
export type ProviderEvent = {
  id: string;
  type: string;
  paymentId: string | null;
  subscriptionId?: string | null;
  /** The provider's id of the payout to a requester that it is about, instead of a payment. */
  payoutId?: string | null;
  /** The subscription's payment that the event reports; the provider's list may not have it yet. */
  subscriptionPaymentId?: string | null;
  /** When the payer approved the order, if the event reports an approval. */
  approvedAt?: Date | null;
  /** The event may be about a dispute. */
  isDispute?: boolean;
  /** The provider says that it took the payment back, or a part of it. */
  isReversal?: boolean;
  /** A reversal of an order or a subscription payment, in cents, if the event does not name it. */
  unnamedReversal?: { of: "order" | "subscription"; amount: number } | null;
};

/** A provider's answer to one HTTP call, for the log. Paths contain nothing private, only ids. */
export type ProviderAnswer = {
  provider: PaymentProvider;
  method: string;
  path: string;
  status: number;
  /** The provider's id of the call, which its support asks for. */
  providerRequestId: string | null;
  /** Why it refused the call. */
  issues?: readonly string[];
  /** Who can fix a refusal: the operator at the provider (`account`), this code (`ours`), or the payer. */
  fault?: "account" | "ours" | "payer" | undefined;
};

/** The provider could not be reached, timed out, or failed on its side. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

/**
 * The provider refused a call before it read it: rejected keys, too many calls, a right that the operator's account
 * lacks, a form that it does not know. This call did nothing; whether an earlier one did is not known.
 */
export class CallNotRead extends ProviderUnavailable {
  override name = "CallNotRead";

  /** `code` is the provider's, such as `RATE_LIMIT_REACHED`. */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The result of a call, or `other` where a provider is unavailable now. @throws what else the call throws */
export async function orIfUnavailable<T, const Other>(call: Promise<T>, other: Other): Promise<T | Other> {
  return call.catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) return other;
    throw error;
  });
}

/**
 * The result of a call whose cause is stored already; null where it fails, for whatever reason: reconciliation makes
 * the call again, and logs why it fails.
 */
export async function orLater<T>(call: Promise<T>): Promise<T | null> {
  return call.catch(() => null);
}

/** A refund is on hold until the dispute of its payment ends. */
export class RefundOnHold extends ProviderUnavailable {
  override name = "RefundOnHold";
}

/** The provider will never make this refund: the operator has to return the money in another way. */
export class RefundRefused extends Error {
  override name = "RefundRefused";

  /** `code` is the provider's, such as `REFUND_TIME_LIMIT_EXCEEDED`. */
  constructor(readonly code: string) {
    super(`the provider will not make this refund: ${code}`);
  }
}

/** Nothing that the provider's account offers is left to pay with. */
export class NoMethodLeft extends Error {
  override name = "NoMethodLeft";
}

/** The provider did not sign the webhook event, or not recently, or what it signed is no event. */
export class BadSignature extends Error {
  override name = "BadSignature";
}

/** An id or a type in an event: it is stored, so it has no sign that a database refuses. */
export const eventText = z.string().regex(/^[\x21-\x7e]{1,255}$/);
