import { randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Capitals and digits that cannot be guessed, as the provider names its things. */
export function capitals(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** The current moment as the provider writes it. */
export function moment(): string {
  return new Date().toISOString();
}
