import { pgEnum } from "drizzle-orm/pg-core";
import { MAIL_CHANNELS, MAIL_FREQUENCIES, MAIL_STATES, MAIL_STREAMS } from "@/lib/ground/mail-kinds";
import {
  ACCOUNT_CHANGES,
  APPEAL_STATES,
  BOOST_ENTRY_KINDS,
  BOOST_TYPES,
  CAPABILITY_STATES,
  CATEGORIES,
  DONATION_METHODS,
  HOLD_CAUSES,
  LEDGER_ACCOUNTS,
  LEDGER_KINDS,
  LINK_PURPOSES,
  LOCALES,
  MEASURES,
  NOTIFICATION_TYPES,
  PAID_BY,
  PAYEE_WAITS,
  PAYMENT_STATES,
  PAYOUT_CAUSES,
  PAYOUT_METHODS,
  PAYOUT_STATES,
  PERIODS,
  POST_AUDIENCES,
  POST_KINDS,
  POST_OUTCOMES,
  REFUND_REASONS,
  REPORT_GROUNDS,
  SAFETY_SUBJECTS,
  STOPPABLE,
  SUBSCRIPTION_STATES,
  TIERS,
  TRANSFER_RETURN_CAUSES,
  TRANSFER_RETURN_STATES,
  TRANSFER_STATES,
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
export const paidByEnum = pgEnum("paid_by", PAID_BY);
export const capabilityStateEnum = pgEnum("capability_state", CAPABILITY_STATES);
export const payeeWaitsEnum = pgEnum("payee_waits", PAYEE_WAITS);
export const transferStateEnum = pgEnum("transfer_state", TRANSFER_STATES);
export const transferReturnCauseEnum = pgEnum("transfer_return_cause", TRANSFER_RETURN_CAUSES);
export const transferReturnStateEnum = pgEnum("transfer_return_state", TRANSFER_RETURN_STATES);
export const payoutStateEnum = pgEnum("payout_state", PAYOUT_STATES);
export const payoutCauseEnum = pgEnum("payout_cause", PAYOUT_CAUSES);
export const holdCauseEnum = pgEnum("hold_cause", HOLD_CAUSES);
export const safetySubjectEnum = pgEnum("safety_subject", SAFETY_SUBJECTS);
export const reportGroundEnum = pgEnum("report_ground", REPORT_GROUNDS);
export const requestCategoryEnum = pgEnum("request_category", CATEGORIES);
export const postKindEnum = pgEnum("post_kind", POST_KINDS);
export const postAudienceEnum = pgEnum("post_audience", POST_AUDIENCES);
export const postOutcomeEnum = pgEnum("post_outcome", POST_OUTCOMES);
export const measureEnum = pgEnum("measure", MEASURES);
export const appealStateEnum = pgEnum("appeal_state", APPEAL_STATES);
export const stoppableEnum = pgEnum("stoppable", STOPPABLE);
