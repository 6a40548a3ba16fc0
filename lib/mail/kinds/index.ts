import type { MailKind } from "@/lib/ground/mail-kinds";
import type { Message } from "../message";
import { accountContested } from "./account-contested";
import { accountErased } from "./account-erased";
import { appealAnswered } from "./appeal-answered";
import { confirmEmail } from "./confirm-email";
import { confirmNewEmail } from "./confirm-new-email";
import { donationFailed } from "./donation-failed";
import { donationReceipt } from "./donation-receipt";
import { donationReceived } from "./donation-received";
import { donationReturned } from "./donation-returned";
import { donationTakenBack } from "./donation-taken-back";
import { donationWaiting } from "./donation-waiting";
import { donationsPaused } from "./donations-paused";
import { donationsReceived } from "./donations-received";
import { emailChanged } from "./email-changed";
import { emailRestored } from "./email-restored";
import { goalReached } from "./goal-reached";
import { identityAsked } from "./identity-asked";
import { identityReminder } from "./identity-reminder";
import { identityVerified } from "./identity-verified";
import { moderationDecision } from "./moderation-decision";
import { newSignIn } from "./new-sign-in";
import { operatorNotice } from "./operator-notice";
import { passkeyChanged } from "./passkey-changed";
import { passwordChanged } from "./password-changed";
import { payoutDetailsChanged } from "./payout-details-changed";
import { payoutFailed } from "./payout-failed";
import { payoutOnTheWay } from "./payout-on-the-way";
import { payoutPaid } from "./payout-paid";
import { payoutsStopped } from "./payouts-stopped";
import { purchaseReceipt } from "./purchase-receipt";
import { purchaseReturned } from "./purchase-returned";
import { renewalFailed } from "./renewal-failed";
import { renewalReceipt } from "./renewal-receipt";
import { reportDecided } from "./report-decided";
import { reportReceived } from "./report-received";
import { resetPassword } from "./reset-password";
import { secondFactorChanged } from "./second-factor-changed";
import { subscriptionEnding } from "./subscription-ending";
import { weeklyDigest } from "./weekly-digest";
import { yearStatement } from "./year-statement";

/** Every kind of message. */
export const KINDS: Record<MailKind, Message<unknown>> = {
  confirm_email: confirmEmail,
  confirm_new_email: confirmNewEmail,
  email_changed: emailChanged,
  email_restored: emailRestored,
  account_contested: accountContested,
  reset_password: resetPassword,
  password_changed: passwordChanged,
  payout_details_changed: payoutDetailsChanged,
  new_sign_in: newSignIn,
  passkey_changed: passkeyChanged,
  second_factor_changed: secondFactorChanged,
  account_erased: accountErased,
  moderation_decision: moderationDecision,
  appeal_answered: appealAnswered,
  report_received: reportReceived,
  report_decided: reportDecided,
  operator_notice: operatorNotice,
  donation_receipt: donationReceipt,
  donation_failed: donationFailed,
  donation_returned: donationReturned,
  donation_received: donationReceived,
  donations_received: donationsReceived,
  donation_taken_back: donationTakenBack,
  goal_reached: goalReached,
  payout_on_the_way: payoutOnTheWay,
  payout_paid: payoutPaid,
  payout_failed: payoutFailed,
  identity_reminder: identityReminder,
  identity_verified: identityVerified,
  identity_asked: identityAsked,
  donations_paused: donationsPaused,
  payouts_stopped: payoutsStopped,
  donation_waiting: donationWaiting,
  purchase_receipt: purchaseReceipt,
  purchase_returned: purchaseReturned,
  renewal_receipt: renewalReceipt,
  renewal_failed: renewalFailed,
  subscription_ending: subscriptionEnding,
  year_statement: yearStatement,
  weekly_digest: weeklyDigest,
};
