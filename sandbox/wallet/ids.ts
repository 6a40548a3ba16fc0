import { randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** An unguessable id of capitals and digits, as the wallet provider makes them. */
export function randomId(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** The current time as the wallet provider writes it. */
export function timestamp(): string {
  return new Date().toISOString();
}
