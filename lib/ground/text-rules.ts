import { containsCardNumber } from "./card-number";

/**
 * Control characters, bidirectional overrides and lone surrogates, which would change how a text reads (api.md,
 * trust.md 40).
 */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069\p{Cs}]/u;

/** Whether a text is one line of printable characters. */
export function isPrintableLine(text: string): boolean {
  return !UNPRINTABLE.test(text);
}

/** Whether a text has only visible characters, line breaks and tabs. */
export function isPrintable(text: string): boolean {
  return isPrintableLine(text.replace(/[\n\r\t]/g, ""));
}

/** A text from outside, without unprintable characters. */
export function withoutUnprintable(text: string): string {
  return text.replace(new RegExp(UNPRINTABLE, "gu"), "");
}

/**
 * Characters that Unicode counts as letters or signs but that show nothing: Hangul fillers and the like, the empty
 * Braille pattern.
 */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A text without invisible characters. */
export function withoutBlank(text: string): string {
  return text.replace(BLANK, "");
}

/** Whether a text has any visible character. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(withoutBlank(text));
}

/** Whether a text contains no card number, so that it may be stored and shown (trust.md 32). */
export function hasNoCardNumber(text: string): boolean {
  return !containsCardNumber(text);
}
