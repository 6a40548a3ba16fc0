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

/** The API request that causes a change, as events name it. */
export type Cause = { id: string | null; idempotency_key: string | null };

/** An event about a connected account, as the second version of the API has it. */
export type ThinEvent = {
  id: string;
  object: "v2.core.event";
  context: null;
  created: string;
  livemode: false;
  reason: { type: "request"; request: Cause } | null;
  related_object: { id: string; type: "v2.core.account"; url: string };
  type: string;
  data?: { updated_capability: string };
};

/** An object that belongs to a connected account, or to the platform. Answers leave the owner out. */
export type Owned<T> = T & { account: string | null };

/** What the owner of a connected account is asked for. `until` in seconds; null when it is overdue. */
export type Ask = { what: "identity" | "document"; until: number | null };

/**
 * A connected account. Of its owner nothing is stored but how the provider's review stands; what the API says of it
 * follows from these facts (`objects/account.ts`).
 */
export type ConnectedAccount = {
  id: string;
  object: "connected_account";
  created: string;
  email: string;
  country: string;
  metadata: Record<string, string>;
  closed: boolean;
  standing: "asked" | "review" | "verified" | "refused" | "restricted";
  /** While it is `asked`, or is asked for something by a date although it is verified. */
  ask: Ask | null;
  /** Capabilities that the provider took away. */
  lost: Capability[];
  /** The transfers after which a document is asked; null for never. */
  asksAfter: number | null;
};
export type Capability = "stripe_transfers" | "payouts";

/** What a bank does with payouts to an account. */
export type BankBehaviour =
  | { pays: true; returnedAfter?: number; code?: string }
  | { pays: false; code: string };

/** A bank account: of its number the last four digits and a keyed fingerprint are stored. */
export type Bank = Stripe.BankAccount & { account: string; behaviour: BankBehaviour };

/** The hosted page where the owner of a connected account says who they are. It can be opened once. */
export type AccountLink = {
  id: string;
  object: "account_link";
  account: string;
  refreshUrl: string;
  returnUrl: string;
  /** In seconds. */
  expiresAt: number;
  /** The key of the page that was opened; null before. */
  visit: string | null;
  state: "open" | "left";
};

/** The payout schedule of an account, or of the platform (`account` null). */
export type BalanceSettings = {
  id: string;
  object: "balance_settings";
  account: string | null;
  interval: "manual" | "daily" | "weekly" | "monthly";
  statementDescriptor: string | null;
  /** The provider keeps a fee of each charge and dispute, as the real one does. */
  takesFees?: boolean;
};

/** What happens by itself after a time: `bankDays` after `at` (in seconds). */
export type Due = {
  id: string;
  object: "due";
  at: number;
  bankDays: number;
  /** The record that it happens to. */
  about: string;
  what:
    | "available"
    | "sent"
    | "paid"
    | "returned"
    | "reviewed"
    | "past_due"
    | "wallet_processed"
    | "wallet_returned"
    | "wallet_forgotten";
  done: boolean;
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
  connected_account: ConnectedAccount;
  account_link: AccountLink;
  bank_account: Bank;
  balance_settings: BalanceSettings;
  balance_transaction: Owned<Stripe.BalanceTransaction>;
  transfer: Stripe.Transfer;
  transfer_reversal: Stripe.TransferReversal;
  payout: Owned<Stripe.Payout>;
  due: Due;
  "v2.core.event": ThinEvent;
};
