import type { MailKind } from "@/lib/ground/mail-kinds";
import type { Message } from "../message";
import { giftReceipt } from "./gift_receipt";
import { giftReceived } from "./gift_received";
import { newSignIn } from "./new_sign_in";
import { passkeyChanged } from "./passkey_changed";
import { secondFactorChanged } from "./second_factor_changed";

/** Every kind of message. */
export const KINDS: Partial<Record<MailKind, Message<unknown>>> = {
  gift_receipt: giftReceipt,
  gift_received: giftReceived,
  new_sign_in: newSignIn,
  passkey_changed: passkeyChanged,
  second_factor_changed: secondFactorChanged,
};
