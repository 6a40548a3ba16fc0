/**
 * What a person can choose about a kind of message. `mail` lists the choices, the default first; without it a mail is
 * always sent. `push` and `inApp` are on by default.
 */
type Kind = {
  /** Who can switch it off: nobody (`account`), where `mail` says so (`money`), or everybody in one click (`news`). */
  stream: MailStream;
  mail?: readonly [MailFrequency, ...MailFrequency[]];
  push?: true;
  inApp?: true;
  /** It has a link of its own, whose token is deleted when the message ends: it cannot be sent again. */
  link?: true;
  /** The kind whose choice decides about this one too. */
  choiceOf?: string;
};

/** The streams by urgency: what waits in the first is sent first. */
export const MAIL_STREAMS = ["account", "money", "news"] as const;
export type MailStream = (typeof MAIL_STREAMS)[number];

export const MAIL_FREQUENCIES = ["now", "daily", "weekly", "off"] as const;
export type MailFrequency = (typeof MAIL_FREQUENCIES)[number];

export const MAIL_CHANNELS = ["mail", "push"] as const;
export type MailChannel = (typeof MAIL_CHANNELS)[number];

/** `due → sending → sent | failed | suppressed | cancelled`. */
export const MAIL_STATES = ["due", "sending", "sent", "failed", "suppressed", "cancelled"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Every kind of message (mail-and-access.md, Messages). `lib/mail/kinds` has a file for each. */
export const MAIL_KINDS = {
  confirm_email: { stream: "account", link: true },
  confirm_new_email: { stream: "account", link: true },
  email_changed: { stream: "account", link: true },
  reset_password: { stream: "account", link: true },
  password_changed: { stream: "account" },
  passkey_changed: { stream: "account" },
  second_factor_changed: { stream: "account" },
  payout_details_changed: { stream: "account" },
  new_sign_in: { stream: "account" },
  account_erased: { stream: "account" },
  moderation_decision: { stream: "account" },

  gift_receipt: { stream: "money" },
  gift_failed: { stream: "money", push: true },
  gift_returned: { stream: "money", push: true },
  gift_received: { stream: "money", mail: ["now", "daily", "weekly", "off"], push: true, inApp: true },
  gifts_received: { stream: "money", choiceOf: "gift_received" },
  gift_taken_back: { stream: "money" },
  goal_reached: { stream: "money", mail: ["now", "off"], push: true, inApp: true },
  purchase_receipt: { stream: "money" },
  purchase_returned: { stream: "money" },
  renewal_receipt: { stream: "money" },
  renewal_failed: { stream: "money", push: true },
  subscription_ending: { stream: "money", mail: ["now", "off"], push: true },
  year_statement: { stream: "money", mail: ["now", "off"] },

  weekly_digest: { stream: "news", mail: ["weekly", "off"] },
} as const satisfies Record<string, Kind>;

export type MailKind = keyof typeof MAIL_KINDS;
export const MAIL_KIND_NAMES = Object.keys(MAIL_KINDS) as [MailKind, ...MailKind[]];

/** The row of a kind, with all its fields. */
export function mailKind(kind: MailKind): Kind {
  return MAIL_KINDS[kind];
}

/** The kind whose choice decides about a kind: itself, or the one that it sums up. */
export function choiceKind(kind: MailKind): MailKind {
  return (mailKind(kind).choiceOf ?? kind) as MailKind;
}

/** A kind about which a person can choose something. */
export type ChoosableKind = {
  [K in MailKind]: (typeof MAIL_KINDS)[K] extends { mail: unknown } | { push: true } | { inApp: true }
    ? K
    : never;
}[MailKind];

/** Those kinds, in the order of the table. */
export const CHOOSABLE_KINDS = MAIL_KIND_NAMES.filter((kind): kind is ChoosableKind => {
  const { mail, push, inApp } = mailKind(kind);
  return mail !== undefined || push === true || inApp === true;
});
