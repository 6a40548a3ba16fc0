import { randomInt } from "node:crypto";

/** Without what looks alike on paper: 0 and o, 1, i and l. */
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";

/** 84 bits: nobody finds one by trying. */
const LENGTH = 17;

const FORM = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

/** A new token of a gift link. */
export function newLinkToken(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** A token as somebody may type it from paper; null for what cannot be one. */
export function readLinkToken(typed: string): string | null {
  const token = typed.toLowerCase().replaceAll("-", "");
  return FORM.test(token) ? token : null;
}
