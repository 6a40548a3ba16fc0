/**
 * The closed lists of words that the product uses (specification 3, 9). The database's enums, the zod schemas and
 * the screens take them from here.
 */
export { LOCALES, type Locale } from "./i18n/languages";
export { type PaidTier, TIERS, type Tier } from "./tiers";

export const BOOST_TYPES = ["normal", "premium"] as const;
export type BoostType = (typeof BOOST_TYPES)[number];

/** What a request is for, as its owner chooses it (giving.md, Finding). */
export const CATEGORIES = [
  "home",
  "school",
  "work",
  "health",
  "sport",
  "music",
  "children",
  "transport",
  "other",
] as const;
export type Category = (typeof CATEGORIES)[number];

export const PERIODS = ["all", "monthly", "weekly", "daily"] as const;
export type Period = (typeof PERIODS)[number];

/** How a requester is paid out (specification 3, User). */
export const PAYOUT_METHODS = ["paypal", "applepay", "visa", "bank"] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];

/** The payment provider: of cards or of the wallet. */
export const DONATION_METHODS = ["stripe", "paypal"] as const;
export type PaymentProvider = (typeof DONATION_METHODS)[number];

/** D25: pending → completed | failed, completed → refunded. */
export const PAYMENT_STATES = ["pending", "completed", "failed", "refunded"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/**
 * Why a payment is, or was, refunded. `requested`: by an operator, here or in the provider's pages; `payer_asked`: by
 * an operator because the payer had asked; `request_removed`: with all donations of a request; `withdrawn`: its buyer
 * withdrew from the purchase.
 */
export const REFUND_REASONS = [
  "goal_reached",
  "request_deleted",
  "request_hidden",
  "mismatch",
  "requested",
  "dispute",
  "plan_ended",
  "account_erased",
  "not_paid_out",
  "given_back",
  "payer_asked",
  "request_removed",
  "withdrawn",
  "taken_back",
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/**
 * Every kind of notification. `by`: whose face it shows and whose name its sentence has. `cause`: what its row refers
 * to, another row than a request's, only a request, or nothing.
 */
export const NOTIFICATIONS = {
  donation: { by: "donor", cause: "row" },
  goal_completed: { by: null, cause: "row" },
  refund: { by: null, cause: "row" },
  account: { by: null, cause: "row" },
  payout: { by: null, cause: "row" },
  thanks: { by: "requester", cause: "row" },
  report: { by: null, cause: "row" },
  decision: { by: null, cause: "row" },
  arrived: { by: null, cause: "row" },
  update: { by: "requester", cause: "row" },
  asked: { by: "requester", cause: "request" },
  limit_near: { by: null, cause: null },
  limit_passed: { by: null, cause: null },
} as const satisfies Record<string, { by: "donor" | "requester" | null; cause: "row" | "request" | null }>;
export type NotificationType = keyof typeof NOTIFICATIONS;
export const NOTIFICATION_TYPES = Object.keys(NOTIFICATIONS) as [NotificationType, ...NotificationType[]];

/** The changes of an account that its owner is notified of. */
export const ACCOUNT_CHANGES = [
  "payout_method",
  "paypal_email",
  "payout_card",
  "password",
  "email",
  "email_lost",
  "passkey",
  "second_factor",
  "sign_in",
] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];

/** What a link in a message does. */
export const LINK_PURPOSES = [
  "confirm_email",
  "reset_password",
  "change_email",
  "undo_email",
  "contest_undo",
  "cancel_plan",
] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** D22: what the owner of a completed request can choose from; the first is the default. */
export const COMPLETION_EMOJIS = ["🎉", "🥳", "🙏", "💚", "🌟", "🏆", "🤗", "🚀"] as const;
export type CompletionEmoji = (typeof COMPLETION_EMOJIS)[number];

/** With what the recipient of a donation thanks its donor, in one tap. */
export const THANKS_EMOJIS = ["❤️", "🙏", "🤗", "🎉", "🌟"] as const;
export type ThanksEmoji = (typeof THANKS_EMOJIS)[number];

/** What the owner of a request posts about it (giving.md, Updates, thanks, delivered). */
export const POST_KINDS = ["update", "thanks", "delivered"] as const;
export type PostKind = (typeof POST_KINDS)[number];

/** Who reads a post: everybody who sees the request, or who gave to it. */
export const POST_AUDIENCES = ["everyone", "givers"] as const;

/** What became of the money: it was bought, it cost less, or something else was done with it. */
export const POST_OUTCOMES = ["bought", "cheaper", "changed"] as const;

/** The ledger's accounts. The entries of one movement add up to zero. */
export const LEDGER_ACCOUNTS = [
  "donor",
  "recipient",
  "fee",
  "refund_due",
  "buyer",
  "sales",
  "held",
  "payee",
  "bank",
  "loss",
  "provider_fee",
  "guest",
] as const;

export const LEDGER_KINDS = [
  "donation",
  "uncredited",
  "reversal",
  "refund",
  "purchase",
  "subscription",
  "partial_reversal",
  "transfer",
  "transfer_return",
  "payout",
  "payout_return",
  "loss",
  "recovery",
  "dispute_fee",
  "claim",
] as const;

/** What a donation was paid with: its release and its margin depend on it (payouts.md, Release). */
export const PAID_BY = [
  "ideal",
  "bancontact",
  "card_authenticated",
  "card",
  "wero",
  "wallet",
  "other",
] as const;
export type PaidBy = (typeof PAID_BY)[number];

/** The provider's word on what an account of a payee can do. */
export const CAPABILITY_STATES = ["active", "pending", "restricted", "unsupported", "rejected"] as const;
export type CapabilityState = (typeof CAPABILITY_STATES)[number];

/** Whose turn it is in the check of a payee. */
export const PAYEE_WAITS = ["nobody", "owner", "provider"] as const;
export type PayeeWaits = (typeof PAYEE_WAITS)[number];

/** payouts.md, States: none → started → checking → ready ⇄ asked → stopped; any → closed. */
export const PAYEE_STATES = ["none", "started", "checking", "ready", "asked", "stopped", "closed"] as const;
export type PayeeState = (typeof PAYEE_STATES)[number];

/** planned → sent → returned. `cancelled`: it was never made at the provider, and its donation went back. */
export const TRANSFER_STATES = ["planned", "sent", "returned", "cancelled"] as const;

export const TRANSFER_RETURN_CAUSES = ["refund", "dispute", "correction"] as const;

/** due → done | short. */
export const TRANSFER_RETURN_STATES = ["due", "done", "short"] as const;

/** created → sent → on_the_way → paid; any of them → failed. */
export const PAYOUT_STATES = ["created", "sent", "on_the_way", "paid", "failed"] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/**
 * Why a payout was made: a reached goal, its owner, or `quiet`: 14 days without a donation, 60 days since the first, or
 * a payout before it that failed.
 */
export const PAYOUT_CAUSES = ["goal", "owner", "quiet"] as const;
export type PayoutCause = (typeof PAYOUT_CAUSES)[number];

/**
 * Why money is held. `first_payout`: an operator has to say yes before anything is paid out (PAYOUT_REVIEW).
 * `ownership`: two addresses claim the account, and an operator decides (D52).
 */
export const HOLD_CAUSES = [
  "report",
  "dispute",
  "risk",
  "provider",
  "operator",
  "new_bank_account",
  "first_payout",
  "ownership",
] as const;
export type HoldCause = (typeof HOLD_CAUSES)[number];

/** Why a person's boosts change. */
export const BOOST_ENTRY_KINDS = ["purchase", "subscription", "used", "reversal"] as const;

/**
 * The states of a subscription's agreement: pending → active ⇄ suspended → cancelled | expired; pending → failed
 * when it was not approved. What its owner has of it follows from its payments alone.
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

/**
 * What can be reported and decided about (safety.md). A post is an update or a thank-you of a request, a message what
 * somebody wrote with a donation.
 */
export const SAFETY_SUBJECTS = ["request", "person", "post", "message"] as const;
export type SafetySubject = (typeof SAFETY_SUBJECTS)[number];

/** Why something is reported (safety.md, Report). */
export const REPORT_GROUNDS = [
  "scam",
  "untrue",
  "photo_of_others",
  "personal_data",
  "hate",
  "violence",
  "sexual",
  "child_abuse",
  "illegal_goods",
  "self_harm",
  "other",
] as const;
export type ReportGround = (typeof REPORT_GROUNDS)[number];

type MeasureRule = {
  /** What it can be decided about. */
  of: readonly SafetySubject[];
  /** It is in force until it is lifted or ends, and a subject has it once at a time. */
  lasts: boolean;
  /** It can be decided about a deleted request. */
  ofDeleted: boolean;
  /** Whether a second operator has to agree: `returns`: when it returns more than one may alone. */
  second: "always" | "returns" | "never";
};

/** What an operator can decide (safety.md, Decide). */
export const MEASURES = ["none", "hidden", "giving_off", "held", "returned", "suspended"] as const;
export type Measure = (typeof MEASURES)[number];
export const MEASURE_RULES: Record<Measure, MeasureRule> = {
  none: { of: SAFETY_SUBJECTS, lasts: false, ofDeleted: true, second: "never" },
  hidden: { of: SAFETY_SUBJECTS, lasts: true, ofDeleted: false, second: "never" },
  giving_off: { of: ["request", "person"], lasts: true, ofDeleted: false, second: "never" },
  held: { of: ["request", "person"], lasts: true, ofDeleted: true, second: "never" },
  returned: { of: ["request"], lasts: false, ofDeleted: true, second: "returns" },
  suspended: { of: ["person"], lasts: true, ofDeleted: false, second: "always" },
};

/** Why nothing can be given to a request, in the order in which one of several is named (safety.md, Measures). */
export const GIVING_OFF_CAUSES = ["decision", "payee", "closed", "paused"] as const;
export type GivingOffCause = (typeof GIVING_OFF_CAUSES)[number];

export const APPEAL_STATES = ["open", "upheld", "overturned"] as const;

/** What can be stopped everywhere during an incident. */
export const STOPPABLE = ["giving", "payouts", "asking"] as const;
export type Stoppable = (typeof STOPPABLE)[number];

/** The operator's actions that are audited. */
export const AUDITED_ACTIONS = [
  "look_up_person",
  "ask_provider",
  "refund",
  "set_subscription",
  "return_donations",
  "erase_person",
  "resend_mail",
  "look_up_money",
  "place_hold",
  "lift_hold",
  "clear_review",
  "approve_payouts",
  "retry_payout",
  "decide_ownership",
  "remove_factor",
  "decide",
  "lift_decision",
  "answer_appeal",
  "clear_flags",
  "ask_approval",
  "approve",
  "refuse_approval",
  "add_operator",
  "remove_operator",
  "stop",
  "resume",
  "rotate_books_key",
] as const;
export type AuditedAction = (typeof AUDITED_ACTIONS)[number];

/** The subject of an audited action. */
export type AuditSubject =
  | "person"
  | "request"
  | "donation"
  | "boost_purchase"
  | "subscription"
  | "subscription_payment"
  | "mail"
  | "payee_account"
  | "transfer"
  | "transfer_return"
  | "payout"
  | "post"
  | "message"
  | "report"
  | "decision"
  | "approval"
  | "everything";
