import { pgEnum } from "drizzle-orm/pg-core";
import { MAIL_CHANNELS, MAIL_FREQUENCIES, MAIL_STATES, MAIL_STREAMS } from "@/lib/ground/mail-kinds";
import {
  ACCOUNT_CHANGES,
  BOOST_ENTRY_KINDS,
  BOOST_TYPES,
  DONATION_METHODS,
  LEDGER_ACCOUNTS,
  LEDGER_KINDS,
  LINK_PURPOSES,
  LOCALES,
  NOTIFICATION_TYPES,
  PAYMENT_STATES,
  PAYOUT_METHODS,
  PERIODS,
  REFUND_REASONS,
  SUBSCRIPTION_STATES,
  TIERS,
} from "@/lib/ground/vocabulary";

export const tierEnum = pgEnum("tier", TIERS);
export const boostTypeEnum = pgEnum("boost_type", BOOST_TYPES);
export const boostEntryKindEnum = pgEnum("boost_entry_kind", BOOST_ENTRY_KINDS);
export const subscriptionStateEnum = pgEnum("subscription_state", SUBSCRIPTION_STATES);
export const localeEnum = pgEnum("locale", LOCALES);
export const payoutMethodEnum = pgEnum("payout_method", PAYOUT_METHODS);
export const donationMethodEnum = pgEnum("donation_method", DONATION_METHODS);
export const paymentStateEnum = pgEnum("payment_state", PAYMENT_STATES);
export const refundReasonEnum = pgEnum("refund_reason", REFUND_REASONS);
export const notificationTypeEnum = pgEnum("notification_type", NOTIFICATION_TYPES);
export const accountChangeEnum = pgEnum("account_change", ACCOUNT_CHANGES);
export const periodEnum = pgEnum("period", PERIODS);
export const ledgerAccountEnum = pgEnum("ledger_account", LEDGER_ACCOUNTS);
export const ledgerKindEnum = pgEnum("ledger_kind", LEDGER_KINDS);
export const mailStreamEnum = pgEnum("mail_stream", MAIL_STREAMS);
export const mailChannelEnum = pgEnum("mail_channel", MAIL_CHANNELS);
export const mailStateEnum = pgEnum("mail_state", MAIL_STATES);
export const mailFrequencyEnum = pgEnum("mail_frequency", MAIL_FREQUENCIES);
export const linkPurposeEnum = pgEnum("link_purpose", LINK_PURPOSES);
