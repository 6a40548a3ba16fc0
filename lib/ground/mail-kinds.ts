/** A kind of message. */
type Kind = {
  /**
   * Who can cause it (trust 44): anybody who knows an address; who has the account, which anybody can open with an
   * address of somebody else; or neither (a payment, a provider, an operator, time). The first two are limited for each
   * recipient.
   */
  by: "anybody" | "account" | "other";
  /** Who can switch it off: nobody (`account`), where its choice says so (`money`), or everybody (`news`). */
  stream: MailStream;
  /** It is also sent to a person's browsers. */
  push?: true;
  /** It has a link of its own, whose token is deleted when the message ends: it cannot be sent again. */
  link?: true;
  /** The kind of choice that decides about it. */
  choice?: ChoiceKind;
  /** Its mail is sent whatever was chosen; the choice decides about push. */
  isAlwaysMailed?: true;
  /** To whom it goes; without it, to people with an account only. `anybody`: with an account or without. */
  to?: "operator" | "guest" | "anybody";
};

/**
 * What a person can choose about one or several kinds of message. `mail` lists the choices, the default first; without
 * it there is none. `push` and `inApp` are on by default.
 */
type Choosable = {
  stream: MailStream;
  mail?: readonly [MailFrequency, ...MailFrequency[]];
  push?: true;
  inApp?: true;
};

/** The streams by urgency: what waits in the first is sent first. */
export const MAIL_STREAMS = ["account", "money", "news"] as const;
export type MailStream = (typeof MAIL_STREAMS)[number];

export const MAIL_FREQUENCIES = ["now", "daily", "weekly", "off"] as const;
export type MailFrequency = (typeof MAIL_FREQUENCIES)[number];

export const MAIL_CHANNELS = ["mail", "push"] as const;

/** The channels of a choice. */
export const CHOICE_CHANNELS = ["app", "push", "mail"] as const;
export type ChoiceChannel = (typeof CHOICE_CHANNELS)[number];

/** `due → sending → sent | failed | suppressed | cancelled`. */
export const MAIL_STATES = ["due", "sending", "sent", "failed", "suppressed", "cancelled"] as const;

/** Every kind of choice, by its name in the HTTP contract and in `message_choices`. */
export const CHOICES = {
  gift_failed: { stream: "money", push: true },
  gift_returned: { stream: "money", push: true },
  gift_received: { stream: "money", mail: ["now", "daily", "weekly", "off"], push: true, inApp: true },
  goal_reached: { stream: "money", mail: ["now", "off"], push: true, inApp: true },
  payout: { stream: "money", mail: ["now", "off"], push: true, inApp: true },
  identity: { stream: "money", mail: ["now", "off"], push: true },
  renewal: { stream: "money", mail: ["now", "off"], push: true },
  year_statement: { stream: "money", mail: ["now", "off"] },
  update: { stream: "news", mail: ["now", "off"], push: true, inApp: true },
  delivered: { stream: "news", mail: ["now", "off"], push: true, inApp: true },
  followed: { stream: "news", mail: ["now", "off"], push: true, inApp: true },
  digest: { stream: "news", mail: ["weekly", "off"] },
} as const satisfies Record<string, Choosable>;

export type ChoiceKind = keyof typeof CHOICES;
export const CHOICE_KINDS = Object.keys(CHOICES) as [ChoiceKind, ...ChoiceKind[]];

/** What can be chosen about a kind of choice. */
export function choosable(kind: ChoiceKind): Choosable {
  return CHOICES[kind];
}

/** Every kind of message (mail-and-access.md, Messages). `lib/delivery/kinds` has a file for each. */
export const MAIL_KINDS = {
  confirm_email: { by: "anybody", stream: "account", link: true },
  confirm_new_email: { by: "account", stream: "account", link: true },
  email_changed: { by: "account", stream: "account", link: true },
  email_restored: { by: "account", stream: "account", link: true },
  account_contested: { by: "account", stream: "account" },
  reset_password: { by: "anybody", stream: "account", link: true },
  cancel_plan: { by: "anybody", stream: "account", link: true },
  plan_cancelled: { by: "other", stream: "account" },
  password_changed: { by: "account", stream: "account" },
  passkey_changed: { by: "account", stream: "account" },
  second_factor_changed: { by: "account", stream: "account" },
  payout_details_changed: { by: "account", stream: "account" },
  new_sign_in: { by: "account", stream: "account" },
  account_erased: { by: "account", stream: "account" },
  moderation_decision: { by: "other", stream: "account", to: "anybody" },
  appeal_answered: { by: "other", stream: "account" },
  report_received: { by: "anybody", stream: "account", link: true, to: "anybody" },
  report_decided: { by: "other", stream: "account", to: "anybody" },
  operator_notice: { by: "other", stream: "account", to: "operator" },

  donation_receipt: { by: "other", stream: "money" },
  gift_receipt: { by: "anybody", stream: "money", to: "guest" },
  gift_thanked: { by: "account", stream: "money", to: "guest" },
  donation_failed: { by: "account", stream: "money", push: true, choice: "gift_failed", to: "anybody" },
  donation_returned: { by: "other", stream: "money", push: true, choice: "gift_returned", to: "anybody" },
  donation_received: { by: "other", stream: "money", push: true, choice: "gift_received" },
  donations_received: { by: "other", stream: "money", choice: "gift_received" },
  donation_taken_back: { by: "other", stream: "money" },
  goal_reached: { by: "other", stream: "money", push: true, choice: "goal_reached" },
  payout_on_the_way: { by: "other", stream: "money", push: true, choice: "payout" },
  payout_paid: { by: "other", stream: "money", push: true, choice: "payout" },
  payout_failed: { by: "other", stream: "money", push: true, choice: "payout", isAlwaysMailed: true },
  identity_reminder: { by: "other", stream: "money", push: true, choice: "identity" },
  identity_verified: { by: "other", stream: "money", push: true, choice: "identity" },
  identity_asked: { by: "other", stream: "money", push: true, choice: "identity", isAlwaysMailed: true },
  donations_paused: { by: "other", stream: "money", push: true, choice: "identity", isAlwaysMailed: true },
  payouts_stopped: { by: "other", stream: "money", push: true, choice: "identity", isAlwaysMailed: true },
  donation_waiting: { by: "other", stream: "money", to: "anybody" },
  proof_asked: { by: "other", stream: "money", push: true, choice: "payout" },
  purchase_receipt: { by: "other", stream: "money" },
  purchase_returned: { by: "other", stream: "money" },
  withdrawn: { by: "other", stream: "money" },
  renewal_receipt: { by: "other", stream: "money" },
  renewal_failed: { by: "other", stream: "money", push: true, choice: "renewal", isAlwaysMailed: true },
  subscription_ending: { by: "other", stream: "money", push: true, choice: "renewal" },
  year_statement: { by: "other", stream: "money", choice: "year_statement" },

  request_update: { by: "other", stream: "news", push: true, choice: "update", to: "anybody" },
  request_delivered: { by: "other", stream: "news", push: true, choice: "delivered", to: "anybody" },
  followed_request: { by: "other", stream: "news", push: true, choice: "followed" },
  weekly_digest: { by: "other", stream: "news", choice: "digest" },
} as const satisfies Record<string, Kind>;

/** What the operator gets mail about. */
export const OPERATOR_SUBJECTS = [
  "first_payout",
  "dispute",
  "payout_failed",
  "refund_refused",
  "money_waiting",
  "address_contested",
  "report",
  "appeal",
  "review",
  "findings",
] as const;
export type OperatorSubject = (typeof OPERATOR_SUBJECTS)[number];

export type MailKind = keyof typeof MAIL_KINDS;
export const MAIL_KIND_NAMES = Object.keys(MAIL_KINDS) as [MailKind, ...MailKind[]];

/** The row of a kind, with all its fields. */
export function mailKind(kind: MailKind): Kind {
  return MAIL_KINDS[kind];
}

/** The kind of choice by which the mail of a kind is switched off; null for a mail that is always sent. */
export function mailSwitch(kind: MailKind): ChoiceKind | null {
  const { choice, isAlwaysMailed } = mailKind(kind);
  return choice && !isAlwaysMailed && choosable(choice).mail?.includes("off") ? choice : null;
}
