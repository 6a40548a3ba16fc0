import type { MailKind } from "@/lib/ground/mail-kinds";
import type { Message } from "../message";
import { accountErased } from "./account_erased";
import { confirmEmail } from "./confirm_email";
import { confirmNewEmail } from "./confirm_new_email";
import { emailChanged } from "./email_changed";
import { giftReceipt } from "./gift_receipt";
import { giftReceived } from "./gift_received";
import { passwordChanged } from "./password_changed";
import { payoutDetailsChanged } from "./payout_details_changed";
import { resetPassword } from "./reset_password";

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
};
