import type { MailKind } from "@/lib/ground/mail-kinds";
import type { Message } from "../message";
import { accountErased } from "./account_erased";
import { confirmEmail } from "./confirm_email";
import { confirmNewEmail } from "./confirm_new_email";
import { emailChanged } from "./email_changed";
import { giftReceipt } from "./gift_receipt";
import { giftReceived } from "./gift_received";
import { newSignIn } from "./new_sign_in";
import { passkeyChanged } from "./passkey_changed";
import { passwordChanged } from "./password_changed";
import { payoutDetailsChanged } from "./payout_details_changed";
import { resetPassword } from "./reset_password";
import { secondFactorChanged } from "./second_factor_changed";

/** Every kind of message. */
export const KINDS: Partial<Record<MailKind, Message<unknown>>> = {
  confirm_email: confirmEmail,
  confirm_new_email: confirmNewEmail,
  email_changed: emailChanged,
  reset_password: resetPassword,
  password_changed: passwordChanged,
  payout_details_changed: payoutDetailsChanged,
  account_erased: accountErased,
  gift_receipt: giftReceipt,
  gift_received: giftReceived,
  new_sign_in: newSignIn,
  passkey_changed: passkeyChanged,
  second_factor_changed: secondFactorChanged,
};
