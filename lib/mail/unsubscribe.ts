import { createHmac, timingSafeEqual } from "node:crypto";
import { validate as isUuid } from "uuid";
import { env } from "@/lib/ground/env";
import { CHOOSABLE_KINDS, type ChoosableKind, type MailKind } from "@/lib/ground/mail-kinds";

/**
 * The address that switches a kind of mail off, for `List-Unsubscribe` (RFC 8058): POST does it without a session, GET
 * leads to a page. It is signed and does not expire, because people unsubscribe from old messages.
 */
export function unsubscribeAddress(userId: string, kind: MailKind): string {
  return env().appUrl + unsubscribeCall(userId, kind);
}

/** The path and query of that address. */
export function unsubscribeCall(userId: string, kind: MailKind): string {
  const query = new URLSearchParams({ person: userId, kind, key: signatureOf(userId, kind) });
  return `/api/unsubscribe?${query}`;
}

/** Whose mail of which kind an address switches off; null for an address that we did not make. */
export function readUnsubscribe(query: URLSearchParams): { userId: string; kind: ChoosableKind } | null {
  const [userId = "", name = "", key = ""] = ["person", "kind", "key"].map((part) => query.get(part) ?? "");
  const kind = CHOOSABLE_KINDS.find((each) => each === name);
  if (!kind || !isUuid(userId)) return null;
  const [sent, expected] = [Buffer.from(key), Buffer.from(signatureOf(userId, kind))];
  return sent.length === expected.length && timingSafeEqual(sent, expected) ? { userId, kind } : null;
}

function signatureOf(userId: string, kind: MailKind): string {
  return createHmac("sha256", env().authSecret).update(`unsubscribe:${kind}:${userId}`).digest("base64url");
}
