import { randomInt, timingSafeEqual } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** An unguessable id, such as `pi_` and 24 letters or digits. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`;
}

/** Acts now and at every interval; returns a function that stops it. */
export function every(intervalMs: number, act: () => void): () => void {
  act();
  const timer = setInterval(act, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** A month later, on this day of the month or the month's last. */
export function monthLater(at: Date, day: number): Date {
  const date = new Date(at);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1, Math.min(day, lastDay));
  return date;
}

/** Compares two texts in a time that says nothing of them. */
export function isSame(actual: string, expected: string): boolean {
  const [left, right] = [Buffer.from(actual), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The current time in seconds, as the card provider writes it. */
export function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
