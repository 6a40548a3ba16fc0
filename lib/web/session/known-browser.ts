import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { cookies } from "next/headers";
import { db } from "@/db/client";
import { BROWSER_DAYS, rememberBrowser } from "@/lib/domain/safety/review";
import { findSecrets } from "@/lib/domain/security/queries";
import { DAY, SECOND } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import { cookie, cookieName } from "../cookies";

/** What an account asks of who signs in; null where there is no account. */
export type Secrets = Awaited<ReturnType<typeof findSecrets>>;

/**
 * Gives this browser, whose person just proved who they are, the cookie of a known browser (OWASP, "device cookies"): a
 * random number, and a signature that ties it to the account and to what was asked. Wrong guesses of others then do not
 * lock this browser out. It is no credential and does not reveal the account. It ends with the password, with the
 * second factor, and when all sessions are ended; so with a second factor, it was given after a code or a passkey. The
 * number stays with the browser, whoever signs in: so a donor and a requester with one browser are found (safety.md).
 */
export async function knowBrowser(userId: string): Promise<void> {
  const number = (await numberNow()) ?? randomBytes(16).toString("base64url");
  const value = `${number}.${signature(number, userId, await findSecrets(db(), userId))}`;
  (await cookies()).set(cookie("device", value, { maxAge: (BROWSER_DAYS * DAY) / SECOND }));
  await rememberBrowser(db(), userId, hashOf(number));
}

/** Does what ends the cookies of all known browsers; this one gets another if it is one of them. */
export async function stayKnown(userId: string, endAll: () => Promise<void>): Promise<void> {
  const isKnown = (await knownBrowser(userId, await findSecrets(db(), userId))) !== null;
  await endAll();
  if (isKnown) await knowBrowser(userId);
}

/** The number in this browser's cookie if it was given for this account as it is now; else null. */
export async function knownBrowser(userId: string, secrets: Secrets): Promise<string | null> {
  const [number = "", sent = ""] = ((await cookies()).get(cookieName("device"))?.value ?? "").split(".");
  const [actual, expected] = [Buffer.from(sent), Buffer.from(signature(number, userId, secrets))];
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? number : null;
}

/** A keyed hash of this browser's device cookie, whichever account it was given for; null without one. */
export async function browserNow(): Promise<string | null> {
  const number = await numberNow();
  return number && hashOf(number);
}

/** The number in this browser's cookie, whichever account it was given for; null for what we never gave. */
async function numberNow(): Promise<string | null> {
  const [number = ""] = ((await cookies()).get(cookieName("device"))?.value ?? "").split(".");
  return /^[\w-]{22}$/.test(number) ? number : null;
}

function hashOf(number: string): string {
  return createHmac("sha256", env().authSecret).update(`browser ${number}`).digest("base64url");
}

function signature(number: string, userId: string, secrets: Secrets): string {
  const state = [secrets?.password, secrets?.factorSince?.getTime(), secrets?.accessRound];
  return createHmac("sha256", env().authSecret)
    .update(JSON.stringify(["device", userId, number, ...state]))
    .digest("base64url");
}
