import "server-only";
import { cookies } from "next/headers";
import { db } from "@/db/client";
import { logIn } from "@/lib/domain/accounts/log-in";
import { findAccountId } from "@/lib/domain/accounts/queries";
import type { Credentials } from "@/lib/domain/accounts/schema";
import { AppError } from "@/lib/ground/errors";
import { deviceCookieName } from "./cookies";
import { knownDevice } from "./known-device";
import { noteLogin } from "./note-login";
import { clearLimit, isWithin, limit } from "./rate-limit/limit";

/**
 * Who somebody is who logs in with a password, within the limits of trust.md 23.
 * @throws AppError INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function logInWithin(credentials: Credentials, address: string): Promise<string> {
  const typed = credentials.username.toLowerCase();
  const account = (await findAccountId(db(), typed)) ?? typed;
  const device = knownDevice((await cookies()).get(deviceCookieName())?.value, account);
  const login =
    device === null ? fromAnywhere(credentials, { typed, account }) : fromKnown(credentials, device);
  try {
    const userId = await login;
    noteLogin({ who: account, address, outcome: "SIGNED_IN" });
    return userId;
  } catch (error) {
    if (error instanceof AppError) noteLogin({ who: account, address, outcome: error.code });
    throw error;
  }
}

/**
 * Attempts count for what was typed, so that no refusal tells which name and which address belong together, and for the
 * account. Once the account's count is full, the right password is refused like a wrong one, in the same time: somebody
 * who guesses never learns that it was found.
 */
async function fromAnywhere(
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

/** A browser that signed in to the account before has a count of its own, which others cannot fill. */
async function fromKnown(credentials: Credentials, device: string): Promise<string> {
  await limit(db(), "loginDevice", device);
  const userId = await logIn(db(), credentials);
  await clearLimit(db(), "loginDevice", device);
  return userId;
}
