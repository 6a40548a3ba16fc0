import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { cookies } from "next/headers";
import { db } from "@/db/client";
import { logIn } from "@/lib/domain/accounts/log-in";
import { findAccountId } from "@/lib/domain/accounts/queries";
import type { Credentials } from "@/lib/domain/accounts/schema";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { log } from "@/lib/server/log";
import { deviceCookieName } from "../cookies";
import { clearLimit, hashed, isWithin, limit } from "../rate-limit/limit";

/**
 * Checks a password within the limits of docs/trust.md, row 23, and answers the person's id.
 * @throws AppError INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function logInWithPassword(credentials: Credentials, address: string): Promise<string> {
  const typed = credentials.username.toLowerCase();
  const account = (await findAccountId(db(), typed)) ?? typed;
  const device = knownDevice((await cookies()).get(deviceCookieName())?.value, account);
  const login =
    device === null
      ? logInFromUnknownDevice(credentials, { typed, account })
      : logInFromKnownDevice(credentials, device);
  try {
    const userId = await login;
    logLogin({ who: account, address, outcome: "SIGNED_IN" });
    return userId;
  } catch (error) {
    if (error instanceof AppError) logLogin({ who: account, address, outcome: error.code });
    throw error;
  }
}

/**
 * Counts attempts by what was typed, so that no refusal shows which username and e-mail address belong together, and
 * by account. Once the account's count is full, the right password is refused like a wrong one and in the same time:
 * an attacker who guesses never learns that a guess was right.
 */
async function logInFromUnknownDevice(
  credentials: Credentials,
  { typed, account }: { typed: string; account: string },
): Promise<string> {
  await limit(db(), "loginTyped", typed);
  const isOpen = await isWithin(db(), "loginAccount", account);
  const userId = await logIn(db(), credentials);
  if (!isOpen) throw new AppError("INVALID_CREDENTIALS");
  await clearLimit(db(), "loginTyped", typed);
  await clearLimit(db(), "loginAccount", account);
  return userId;
}

/** Resets the counts of an account whose password was reset, so that its owner gets in at once. */
export async function openLogin(account: { id: string; username: string; email: string }): Promise<void> {
  await clearLimit(db(), "loginAccount", account.id);
  for (const typed of [account.username, account.email]) {
    await clearLimit(db(), "loginTyped", typed.toLowerCase());
  }
}

/** A known browser has a count of its own, which the attempts of others cannot fill. */
async function logInFromKnownDevice(credentials: Credentials, device: string): Promise<string> {
  await limit(db(), "loginDevice", device);
  const userId = await logIn(db(), credentials);
  await clearLimit(db(), "loginDevice", device);
  return userId;
}

/**
 * The cookie's value for a browser that signed in with a password (OWASP, "device cookies"): a random number and a
 * signature that ties it to the account. Wrong passwords that others try then do not lock this browser out. It is no
 * credential: it opens nothing without the password, and does not reveal the account.
 */
export function newDevice(userId: string): string {
  const number = randomBytes(16).toString("base64url");
  return `${number}.${signature(number, userId)}`;
}

/** The number in the cookie of a browser that signed in to this account before; null for any other. */
function knownDevice(cookie: string | undefined, userId: string): string | null {
  const [number = "", sent = ""] = (cookie ?? "").split(".");
  const [actual, expected] = [Buffer.from(sent), Buffer.from(signature(number, userId))];
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? number : null;
}

function signature(number: string, userId: string): string {
  return createHmac("sha256", env().authSecret).update(`device:${userId}:${number}`).digest("base64url");
}

type Login = {
  /** The account's id, or what was typed where there is no account. */
  who: string;
  address: string;
  outcome: string;
};

/** Logs a login or a refusal. Account and address are keyed hashes: comparable, but they identify no person. */
export function logLogin({ who, address, outcome }: Login): void {
  log.info({ who: hashed(who), from: hashed(address), outcome }, "login");
}
