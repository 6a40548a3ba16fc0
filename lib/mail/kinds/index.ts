import type { MailKind } from "@/lib/ground/mail-kinds";
import type { Message } from "../message";
import { giftReceipt } from "./gift_receipt";
import { giftReceived } from "./gift_received";

/** Every kind of message. */
export const KINDS: Partial<Record<MailKind, Message<unknown>>> = {
  gift_receipt: giftReceipt,
  gift_received: giftReceived,
};
