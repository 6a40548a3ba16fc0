import "server-only";
import { headers } from "next/headers";
import { NIL } from "uuid";
import { db } from "@/db/client";
import { logIn } from "@/lib/domain/accounts/log-in";
import { findLogin } from "@/lib/domain/accounts/queries";
import type { Credentials } from "@/lib/domain/accounts/schema";
import { acceptCode } from "@/lib/domain/security/accept-code";
import { acceptPasskey } from "@/lib/domain/security/accept-passkey";
import type { PasskeyAnswer } from "@/lib/domain/security/schema";
import { AppError } from "@/lib/ground/errors";
import { log } from "@/lib/server/log";
import { whereabouts } from "../client-address";
import { clearLimit, hashed, limit } from "../rate-limit/limit";
import { type Guesser, guess, guesserOf } from "./guess";
import { takeChallenge } from "./passkey";

type Login = Credentials & { code?: string | undefined };

/**
 * Checks a password, and a code where the account has a second factor, within the limits of docs/trust.md, rows 23, 43
 * and 61, and answers the person's id with the password's hash, read before the check: a session is opened only while
 * it holds. Only the right password shows that there is a second factor.
 * @throws AppError INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED, INVALID_CODE, RATE_LIMITED
 */
export async function logInWithPassword(
  { code, ...credentials }: Login,
  address: string,
): Promise<{ userId: string; passwordHash: string }> {
  const typed = credentials.username.toLowerCase();
  const found = await findLogin(db(), typed);
  const who = found?.id ?? typed;
  // The same statements for a name that nobody has.
  const guesser = { ...(await guesserOf(found?.id ?? NIL, null)), account: who };
  try {
    const userId = await checkPassword(credentials, typed, guesser);
    // Who got a password only now signs in at the next attempt.
    if (!found?.password) throw new AppError("INVALID_CREDENTIALS");
    if (guesser.secrets?.factorSince) await acceptCodeWithinLimits(guesser, code);
    logLogin({ who, address, outcome: "SIGNED_IN" });
    return { userId, passwordHash: found.password };
  } catch (error) {
    if (error instanceof AppError) logLogin({ who, address, outcome: error.code });
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
 * Accepts a code of a person's second factor.
 * @throws AppError SECOND_FACTOR_REQUIRED without one, INVALID_CODE, RATE_LIMITED
 */
export async function acceptCodeWithinLimits(guesser: Guesser, code: string | undefined): Promise<void> {
  if (!code) throw new AppError("SECOND_FACTOR_REQUIRED");
  const from = whereabouts(await headers());
  await guess("code", guesser, () => acceptCode(db(), guesser.account, code, from));
}

/**
 * Checks a password. Attempts of a browser that is not known count by what was typed too, so that no refusal shows
 * which username and e-mail address belong together. Once the account's ceiling is reached, the right password is
 * refused to it like a wrong one and in the same time: an attacker who guesses never learns that a guess was right.
 */
async function checkPassword(credentials: Credentials, typed: string, guesser: Guesser): Promise<string> {
  const isKnown = guesser.known !== null;
  if (!isKnown) await limit(db(), "loginTyped", typed);
  const userId = await guess("password", guesser, () => logIn(db(), credentials)).catch(
    async (error: unknown) => {
      const isFull = error instanceof AppError && error.code === "RATE_LIMITED";
      if (isKnown || !isFull) throw error;
      await logIn(db(), credentials);
      throw new AppError("INVALID_CREDENTIALS");
    },
  );
  if (!isKnown) await clearLimit(db(), "loginTyped", typed);
  return userId;
}

/** Resets the counts of what can be typed for an account whose password was reset: its owner gets in at once. */
export async function openLogin({ username, email }: { username: string; email: string }): Promise<void> {
  for (const typed of [username, email]) await clearLimit(db(), "loginTyped", typed.toLowerCase());
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
