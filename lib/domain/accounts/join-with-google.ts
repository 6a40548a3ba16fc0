import { randomInt } from "node:crypto";
import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { hasNoCardNumber, isVisible, withoutUnprintable } from "@/lib/ground/text-rules";
import type { Locale } from "@/lib/ground/vocabulary";
import { addUser } from "./add-user";
import { isReservedName, isReservedUsername } from "./reserved-names";
import { MAX_USERNAME, MIN_USERNAME } from "./rules";
import { NOWHERE } from "./types";

/** A person's profile at Google; the e-mail address is verified. */
export type GoogleProfile = {
  googleId: string;
  email: string;
  name: string;
  firstName: string | null;
  lastName: string | null;
  pictureUrl: string | null;
};

const ATTEMPTS = 6;
const MAX_NAME = 80;
/** The start of a username where the name gives none. */
const FALLBACK = "helper";

/**
 * Creates the account of a person who signs in with Google for the first time (D14), with a username made from their
 * name and the language on screen. An account that has the address without having proven it loses it (D42). Returns its
 * id.
 * @throws AppError EMAIL_EXISTS when an account proved the address: the two are not merged; the driver's error when the
 * Google account already belongs to an account
 */
export async function joinWithGoogle(
  db: Db,
  profile: GoogleProfile,
  preferredLanguage: Locale,
): Promise<string> {
  const { appName } = env();
  const names = [oneLine(profile.name), oneLine(profile.firstName)];
  const name = names.find((each) => each !== null && !isReservedName(each, appName));
  for (let attempt = 0; ; attempt += 1) {
    try {
      const username = usernameFrom(name ?? "", attempt, appName);
      const user = {
        username,
        name: name ?? username,
        email: profile.email.toLowerCase(),
        emailVerified: now(),
        trustedAt: now(),
        googleId: profile.googleId,
        firstName: oneLine(profile.firstName),
        lastName: oneLine(profile.lastName),
        profileImageUrl: httpsUrl(profile.pictureUrl),
        preferredLanguage,
      };
      return await addUser(db, user, NOWHERE);
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === "USERNAME_TAKEN";
      if (!isTaken || attempt === ATTEMPTS) throw error;
    }
  }
}

function oneLine(text: string | null): string | null {
  const line = withoutUnprintable(text ?? "")
    .trim()
    .slice(0, MAX_NAME);
  return isVisible(line) && hasNoCardNumber(line) ? line : null;
}

function httpsUrl(text: string | null): string | null {
  return text?.startsWith("https://") && text.length <= 2_000 && URL.canParse(text) ? text : null;
}

/**
 * A valid username from a person's name, which they can change later. `attempt` 0 is the name itself where that is
 * possible; later attempts add digits.
 */
export function usernameFrom(name: string, attempt: number, appName?: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[\s_]+/g, ".")
    .replace(/[^A-Za-z0-9.-]/g, "")
    .replace(/^[.-]+|[.-]+$/g, "")
    .toLowerCase();
  const base = isReservedUsername(plain, appName) ? FALLBACK : plain;
  const digits =
    attempt === 0 && base.length >= MIN_USERNAME && base !== FALLBACK ? "" : randomDigits(3 + attempt);
  const username = base.slice(0, MAX_USERNAME - digits.length).replace(/[.-]+$/, "") + digits;
  // Digits can make one of another name: r007 reads "root".
  return isReservedUsername(username, appName) ? usernameFrom(FALLBACK, attempt, appName) : username;
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join("");
}
