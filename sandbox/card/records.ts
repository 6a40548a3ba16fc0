import type Stripe from "stripe";

/** An object of the API with those of its fields that somebody reads. */
export function partOf<T>(fields: Partial<T>): T {
  return fields as T;
}

/** A page of a bank where a payer confirms or refuses a payment: 3-D Secure of a card, or a bank method. */
export type Challenge = {
  id: string;
  object: "challenge";
  payment: string;
  paymentMethod: string;
  returnUrl: string;
  state: "open" | "approved" | "failed";
};

/** What is paid on a page of the payer's bank. */
export type BankMethod = "ideal" | "bancontact";

/** A wallet of a phone, which pays with a card. */
export type PhoneWallet = "apple_pay" | "google_pay";

/** A card that was used: only what may be stored. */
export type UsedCard = {
  id: string;
  object: "payment_method";
  brand: string;
  last4: string;
  wallet?: PhoneWallet;
};

export type UsedBank = { id: string; object: "payment_method"; bank: BankMethod };

/** What a payment was tried with. */
export type UsedMethod = UsedCard | UsedBank;

export function isBank(method: UsedMethod): method is UsedBank {
  return "bank" in method;
}

/** A hosted page where one item is paid, with the metadata of its future payment. */
export type Checkout = {
  id: string;
  object: "checkout";
  session: Stripe.Checkout.Session;
  item: string;
  payment: Record<string, string>;
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
 * A connected account. Of its owner only the state of the provider's review is stored; what the API says of it
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

/** Why a payout fails, as the provider documents (Stripe, Types of payout failures). */
export const PAYOUT_FAILURES = [
  "account_closed",
  "account_frozen",
  "bank_account_restricted",
  "bank_ownership_changed",
  "could_not_process",
  "debit_not_authorized",
  "declined",
  "incorrect_account_holder_address",
  "incorrect_account_holder_details",
  "incorrect_account_holder_name",
  "incorrect_account_holder_tax_id",
  "insufficient_funds",
  "invalid_account_number",
  "invalid_account_number_length",
  "invalid_currency",
  "no_account",
  "unsupported_card",
] as const;
export type PayoutFailure = (typeof PAYOUT_FAILURES)[number];

/** What a bank does with payouts to an account. */
export type BankBehaviour =
  | { pays: true; returnedAfter?: number; code?: PayoutFailure }
  | { pays: false; code: PayoutFailure };

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
  interval: "manual" | "daily";
  /** The provider keeps a fee of each charge and dispute, as the real one does. */
  takesFees?: boolean;
  /** What the platform's account has switched on to pay with; everything by default. */
  methods?: Method[];
};
/** What the operator of an account can switch on. */
export type Method = "card" | BankMethod | PhoneWallet;

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
    | "bank_answered"
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
  payment_method: UsedMethod;
  connected_account: ConnectedAccount;
  account_link: AccountLink;
  bank_account: Bank;
  balance_settings: BalanceSettings;
  balance_transaction: Owned<Stripe.BalanceTransaction>;
  transfer: Stripe.Transfer;
  transfer_reversal: Stripe.TransferReversal;
  payout: Stripe.Payout & { account: string };
  due: Due;
  "v2.core.event": ThinEvent;
};
