import type { MailKind } from "@/lib/ground/mail-kinds";
import type { Message } from "../message";
import { accountContested } from "./account_contested";
import { accountErased } from "./account_erased";
import { confirmEmail } from "./confirm_email";
import { confirmNewEmail } from "./confirm_new_email";
import { emailChanged } from "./email_changed";
import { emailRestored } from "./email_restored";
import { giftFailed } from "./gift_failed";
import { giftReceipt } from "./gift_receipt";
import { giftReceived } from "./gift_received";
import { giftReturned } from "./gift_returned";
import { giftTakenBack } from "./gift_taken_back";
import { giftWaiting } from "./gift_waiting";
import { giftsReceived } from "./gifts_received";
import { givingPaused } from "./giving_paused";
import { goalReached } from "./goal_reached";
import { identityAsked } from "./identity_asked";
import { identityReminder } from "./identity_reminder";
import { identityVerified } from "./identity_verified";
import { moderationDecision } from "./moderation_decision";
import { newSignIn } from "./new_sign_in";
import { operatorNotice } from "./operator_notice";
import { passkeyChanged } from "./passkey_changed";
import { passwordChanged } from "./password_changed";
import { payoutDetailsChanged } from "./payout_details_changed";
import { payoutFailed } from "./payout_failed";
import { payoutOnTheWay } from "./payout_on_the_way";
import { payoutPaid } from "./payout_paid";
import { payoutsStopped } from "./payouts_stopped";
import { purchaseReceipt } from "./purchase_receipt";
import { purchaseReturned } from "./purchase_returned";
import { renewalFailed } from "./renewal_failed";
import { renewalReceipt } from "./renewal_receipt";
import { resetPassword } from "./reset_password";
import { secondFactorChanged } from "./second_factor_changed";
import { subscriptionEnding } from "./subscription_ending";
import { weeklyDigest } from "./weekly_digest";
import { yearStatement } from "./year_statement";

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
  operator_notice: operatorNotice,
  gift_receipt: giftReceipt,
  gift_failed: giftFailed,
  gift_returned: giftReturned,
  gift_received: giftReceived,
  gifts_received: giftsReceived,
  gift_taken_back: giftTakenBack,
  goal_reached: goalReached,
  payout_on_the_way: payoutOnTheWay,
  payout_paid: payoutPaid,
  payout_failed: payoutFailed,
  identity_reminder: identityReminder,
  identity_verified: identityVerified,
  identity_asked: identityAsked,
  giving_paused: givingPaused,
  payouts_stopped: payoutsStopped,
  gift_waiting: giftWaiting,
  purchase_receipt: purchaseReceipt,
  purchase_returned: purchaseReturned,
  renewal_receipt: renewalReceipt,
  renewal_failed: renewalFailed,
  subscription_ending: subscriptionEnding,
  year_statement: yearStatement,
  weekly_digest: weeklyDigest,
};
