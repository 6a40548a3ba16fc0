import { createHmac, timingSafeEqual } from "node:crypto";
import { parse, stringify } from "uuid";
import { isGuest } from "@/lib/domain/messages/rules";
import type { ClaimedMail } from "@/lib/domain/messages/types";
import { env } from "@/lib/ground/env";
import { CHOICE_KINDS, type ChoiceKind } from "@/lib/ground/mail-kinds";

const ID_LENGTH = 16;
const SIGNATURE_LENGTH = 32;

/** The guest to whom news about what they gave goes, by whose donation its cause begins; null for people. */
export function guestOf({ recipient, cause }: Pick<ClaimedMail, "recipient" | "cause">): string | null {
  return isGuest(recipient) ? (cause.split(" ")[0] ?? null) : null;
}

/**
 * The address that switches a kind of mail off, for `List-Unsubscribe` (RFC 8058): POST does it without a session, GET
 * leads to a page.
 */
export function unsubscribeAddress(userId: string, kind: ChoiceKind): string {
  return `${env().appUrl}/u/${unsubscribeToken(userId, kind)}`;
}

/**
 * What that address ends with: signature, person or guest, and kind, in base64url. It does not expire, because people
 * unsubscribe from old messages.
 */
export function unsubscribeToken(userId: string, kind: ChoiceKind): string {
  const content = Buffer.concat([parse(userId), Buffer.from(kind)]);
  return Buffer.concat([signatureOf(content), content]).toString("base64url");
}

/** Whose mail of which kind a token switches off; null for one that we did not make. */
export function readUnsubscribe(token: string): { userId: string; kind: ChoiceKind } | null {
  const bytes = Buffer.from(token, "base64url");
  const [signature, content] = [bytes.subarray(0, SIGNATURE_LENGTH), bytes.subarray(SIGNATURE_LENGTH)];
  const isOurs = signature.length === SIGNATURE_LENGTH && timingSafeEqual(signature, signatureOf(content));
  const kind = CHOICE_KINDS.find((each) => each === content.subarray(ID_LENGTH).toString());
  return isOurs && kind ? { userId: stringify(content.subarray(0, ID_LENGTH)), kind } : null;
}

function signatureOf(content: Buffer): Buffer {
  return createHmac("sha256", env().authSecret).update("unsubscribe:").update(content).digest();
}
