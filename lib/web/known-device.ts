import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/ground/env";

/**
 * What a browser keeps after it signed in to an account with its password (OWASP, "device cookies"): a number of its
 * own, and a signature that ties it to that account. Wrong passwords that others try for the account then do not lock
 * this browser out: it has a count of its own. It opens nothing: without the password it is worth nothing, and it does
 * not say whose account it is for.
 */
export function newDevice(userId: string): string {
  const number = randomBytes(16).toString("base64url");
  return `${number}.${signature(number, userId)}`;
}

/** The number of a browser that signed in to this account before; null for any other. */
export function knownDevice(cookie: string | undefined, userId: string): string | null {
  const [number = "", sent = ""] = (cookie ?? "").split(".");
  const [given, right] = [Buffer.from(sent), Buffer.from(signature(number, userId))];
  return given.length === right.length && timingSafeEqual(given, right) ? number : null;
}

function signature(number: string, userId: string): string {
  return createHmac("sha256", env().authSecret).update(`device:${userId}:${number}`).digest("base64url");
}
