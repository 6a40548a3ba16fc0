import { randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** An unguessable id, such as `pi_` and 24 letters or digits. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`;
}

/** The current time in seconds, as the card provider writes it. */
export function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
