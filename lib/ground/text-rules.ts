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

/** Letters and signs to Unicode that leave a gap or nothing: Hangul fillers and their like, the empty Braille pattern. */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A text without characters of which nothing is seen. */
export function withoutBlank(text: string): string {
  return text.replace(BLANK, "");
}

/** Whether a text says anything: characters of which nothing is seen do not. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(withoutBlank(text));
}

/** Whether a text may be kept and shown: others can read it (trust.md 32). */
export function holdsNoCardNumber(text: string): boolean {
  return !containsCardNumber(text);
}
