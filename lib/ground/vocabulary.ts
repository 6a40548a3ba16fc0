/**
 * The closed lists of words the product uses (specification 3, 9). They feed the database enums, the zod
 * schemas and the screens, so that a word exists in one place.
 */
export { LOCALES, type Locale } from "./i18n/languages";
export { type PaidTier, TIERS, type Tier } from "./tiers";

export const BOOST_TYPES = ["normal", "premium"] as const;
export type BoostType = (typeof BOOST_TYPES)[number];

export const PERIODS = ["all", "monthly", "weekly", "daily"] as const;
export type Period = (typeof PERIODS)[number];

/** How a requester is paid out (specification 3, User). */
export const PAYOUT_METHODS = ["paypal", "applepay", "visa"] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];

/** Who takes the money: the card provider or the wallet provider. */
export const DONATION_METHODS = ["stripe", "paypal"] as const;
export type PaymentProvider = (typeof DONATION_METHODS)[number];

/** D25: pending → completed | failed, completed → refunded. */
export const PAYMENT_STATES = ["pending", "completed", "failed", "refunded"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Why money goes, or went, back to the donor. */
export const REFUND_REASONS = [
  "goal_reached",
  "request_deleted",
  "request_hidden",
  "mismatch",
  "requested",
  "dispute",
  "plan_ended",
  "account_erased",
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

export const NOTIFICATION_TYPES = ["donation", "goal_completed", "refund", "account"] as const;

/** What of an account was changed, for a notification of the type `account`. */
export const ACCOUNT_CHANGES = ["payout_method", "paypal_email", "payout_card"] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];

/** D22: what the owner of a completed request can choose from; the first is the default. */
export const COMPLETION_EMOJIS = ["🎉", "🥳", "🙏", "💚", "🌟", "🏆", "🤗", "🚀"] as const;
export type CompletionEmoji = (typeof COMPLETION_EMOJIS)[number];

/** The ledger's accounts. The entries of one movement add up to zero. */
export const LEDGER_ACCOUNTS = ["donor", "recipient", "fee", "refund_due", "buyer", "sales"] as const;

export const LEDGER_KINDS = [
  "donation",
  "uncredited",
  "reversal",
  "refund",
  "purchase",
  "subscription",
] as const;

/** How boosts come and go. */
export const BOOST_ENTRY_KINDS = ["purchase", "subscription", "used", "reversal"] as const;

/**
 * How a subscription's agreement stands: pending → active ⇄ suspended → cancelled | expired; pending → failed when nobody approved it. What its
 * owner has of it follows from its payments alone.
 */
export const SUBSCRIPTION_STATES = [
  "pending",
  "active",
  "suspended",
  "cancelled",
  "expired",
  "failed",
] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** What an operator does that is written down. */
export type AuditedAction =
  | "look_up_person"
  | "ask_provider"
  | "refund"
  | "set_subscription"
  | "hide_request"
  | "show_request"
  | "erase_person";

/** What such an action is done to. */
export type AuditSubject =
  | "person"
  | "request"
  | "donation"
  | "boost_purchase"
  | "subscription"
  | "subscription_payment";
