import "server-only";
import { db } from "@/db/client";
import { findSecrets } from "@/lib/domain/security/queries";
import { AppError, type ErrorCode } from "@/lib/ground/errors";
import { clearLimit, isWithin, limit, uncount } from "../rate-limit/limit";
import type { LimitName } from "../rate-limit/limits";
import { knownBrowser, type Secrets } from "./known-browser";

/** Refusals of a wrong password or code. Whatever else goes wrong was no guess. */
const WRONG: readonly ErrorCode[] = ["INVALID_CREDENTIALS", "INVALID_CODE", "WRONG_PASSWORD"];

/** What browsers that are not known share, for each secret. */
const SHARED = {
  password: ["guessPassword"],
  code: ["guessCode", "guessCodeDay"],
} as const satisfies Record<string, readonly LimitName[]>;

type Secret = keyof typeof SHARED;

/** Who tries a secret of an account. */
export type Guesser = {
  /** The account's id, or what was typed where there is none. */
  account: string;
  secrets: Secrets;
  /** The known browser, or else the session, that tries it; null for a browser of which nothing is known. */
  known: string | null;
  /** The undo link with which it is tried. */
  link?: string;
};

/** Who tries a secret of an account in this browser, in a session of it or in none. */
export async function guesserOf(account: string, sid: string | null): Promise<Guesser> {
  const secrets = await findSecrets(db(), account);
  return { account, secrets, known: (await knownBrowser(account, secrets)) ?? sid };
}

/**
 * Checks a secret of an account within the one ceiling for wrong guesses of it, over all doors, cookies and addresses
 * (trust 43). Browsers that are not known share a part of it, known browsers and sessions another, of which each has
 * few guesses: so neither a stranger nor somebody in another session can use up what the owner's browser has, or the
 * undo link that went to the owner (trust 42). A new password, or a new second factor, begins without guesses.
 *
 * Every guess counts before it is checked, so that many at once do not exceed the ceiling, and a right one is taken
 * back.
 * @throws AppError RATE_LIMITED, or what `check` throws
 */
export async function guess<T>(secret: Secret, guesser: Guesser, check: () => Promise<T>): Promise<T> {
  const takeBack = await countGuess(secret, guesser);
  const result = await check().catch(async (error: unknown) => {
    if (!(error instanceof AppError && WRONG.includes(error.code))) await takeBack();
    throw error;
  });
  await takeBack();
  return result;
}

/** Counts a guess, and answers how it is taken back. */
async function countGuess(
  secret: Secret,
  { account, secrets, known, link }: Guesser,
): Promise<() => Promise<void>> {
  if (link !== undefined && (await isWithin(db(), "guessLink", link))) {
    return () => clearLimit(db(), "guessLink", link);
  }
  const state = secret === "password" ? secrets?.password : secrets?.factorSince?.getTime();
  const subject = JSON.stringify([account, secret, state]);
  const own = `${subject} ${known}`;
  if (
    known !== null &&
    (await isWithin(db(), "guessOwn", own)) &&
    (await isWithin(db(), "guessKnown", subject))
  ) {
    return async () => {
      await clearLimit(db(), "guessOwn", own);
      await uncount(db(), "guessKnown", subject);
    };
  }
  for (const name of SHARED[secret]) await limit(db(), name, subject);
  return async () => {
    for (const name of SHARED[secret]) await uncount(db(), name, subject);
  };
}
