import { containsCardNumber } from "./card-number";

/**
 * Control characters, bidirectional overrides and lone surrogates: what a person writes reads as it was typed (api.md,
 * trust.md 40).
 */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069\p{Cs}]/u;

/** Whether a text is one line of characters that show. */
export function isPrintableLine(text: string): boolean {
  return !UNPRINTABLE.test(text);
}

/** Whether a text holds only characters that show; line breaks and tabs are text. */
export function isPrintable(text: string): boolean {
  return isPrintableLine(text.replace(/[\n\r\t]/g, ""));
}

/** A text of somebody else's without what does not show. */
export function withoutUnprintable(text: string): string {
  return text.replace(new RegExp(UNPRINTABLE, "gu"), "");
}

/** Whether a text says anything: zero-width characters alone do not. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

/** Whether a text may be kept and shown: others can read it (trust.md 32). */
export function holdsNoCardNumber(text: string): boolean {
  return !containsCardNumber(text);
}
