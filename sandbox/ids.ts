import { randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** An identifier that cannot be guessed, such as `pi_` and 24 letters or digits. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`;
}

/** The current moment in seconds, as the provider writes it. */
export function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
