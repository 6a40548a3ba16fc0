import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { cookies, headers } from "next/headers";
import { db } from "@/db/client";
import { logIn } from "@/lib/domain/accounts/log-in";
import { findLogin } from "@/lib/domain/accounts/queries";
import type { Credentials } from "@/lib/domain/accounts/schema";
import { acceptCode } from "@/lib/domain/security/accept-code";
import { acceptPasskey } from "@/lib/domain/security/accept-passkey";
import { hasSecondFactor } from "@/lib/domain/security/queries";
import type { PasskeyAnswer } from "@/lib/domain/security/schema";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { log } from "@/lib/server/log";
import { whereabouts } from "../client-address";
import { deviceCookieName } from "../cookies";
import { clearLimit, hashed, isWithin, limit } from "../rate-limit/limit";
import { takeChallenge } from "./passkey";

type Login = Credentials & { code?: string | undefined };

/**
 * Checks a password, and a code where the account has a second factor, within the limits of docs/trust.md, rows 23 and
 * 61, and answers the person's id with the password's hash, read before the check: a session is opened only while it
 * holds. Only the right password shows that there is a second factor.
 * @throws AppError INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED, INVALID_CODE, RATE_LIMITED
 */
export async function logInWithPassword(
  { code, ...credentials }: Login,
  address: string,
): Promise<{ userId: string; passwordHash: string }> {
  const typed = credentials.username.toLowerCase();
  const found = await findLogin(db(), typed);
  const account = found?.id ?? typed;
  const device = knownDevice((await cookies()).get(deviceCookieName())?.value, account);
  const login =
    device === null
      ? logInFromUnknownDevice(credentials, { typed, account })
      : logInFromKnownDevice(credentials, device);
  try {
    const userId = await login;
    // Who got a password only now signs in at the next attempt.
    if (!found?.password) throw new AppError("INVALID_CREDENTIALS");
    await checkSecondFactor(userId, code, device);
    logLogin({ who: account, address, outcome: "SIGNED_IN" });
    return { userId, passwordHash: found.password };
  } catch (error) {
    if (error instanceof AppError) logLogin({ who: account, address, outcome: error.code });
    throw error;
  }
}

/**
 * Signs in with a passkey, which is both factors: the device and what unlocks it. Answers the person's id, with the
 * round of their sessions in which the passkey was theirs.
 * @throws AppError INVALID_CREDENTIALS
 */
export async function logInWithPasskey(
  answer: PasskeyAnswer,
  { viewer, address }: { viewer: { id: string } | null; address: string },
): Promise<{ userId: string; accessRound: number }> {
  try {
    const login = await acceptPasskey(db(), answer, await takeChallenge("use", viewer?.id ?? null));
    logLogin({ who: login.userId, address, outcome: "SIGNED_IN" });
    return login;
  } catch (error) {
    if (error instanceof AppError) logLogin({ who: answer.id, address, outcome: error.code });
    throw error;
  }
}

/**
 * Few guesses in a quarter of an hour and in a day, because a code has six digits. A known browser has counts of its
 * own, so that who knows the password cannot lock the owner out.
 */
async function checkSecondFactor(
  userId: string,
  code: string | undefined,
  device: string | null,
): Promise<void> {
  if (!(await hasSecondFactor(db(), userId))) return;
  if (!code) throw new AppError("SECOND_FACTOR_REQUIRED");
  await acceptCodeWithinLimits(userId, code, device ?? "unknown");
}

/**
 * Accepts a code of a person's second factor. `door` names where it is tried: each has counts of its own.
 * @throws AppError INVALID_CODE, RATE_LIMITED
 */
export async function acceptCodeWithinLimits(userId: string, code: string, door: string): Promise<void> {
  const subject = `${userId} ${door}`;
  await limit(db(), "codeAccount", subject);
  await limit(db(), "codeAccountDay", subject);
  await acceptCode(db(), userId, code, whereabouts(await headers()));
  await clearLimit(db(), "codeAccount", subject);
  await clearLimit(db(), "codeAccountDay", subject);
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

type LoggedLogin = {
  /** The account's id, or what was typed where there is no account. */
  who: string;
  address: string;
  outcome: string;
};

/** Logs a login or a refusal. Account and address are keyed hashes: comparable, but they identify no person. */
export function logLogin({ who, address, outcome }: LoggedLogin): void {
  log.info({ who: hashed(who), from: hashed(address), outcome }, "login");
}
