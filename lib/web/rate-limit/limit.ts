import { createHmac } from "node:crypto";
import { stringify } from "uuid";
import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { SECOND } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { networksAround } from "../networks";
import { LIMITS, type LimitName } from "./limits";
import { countAttempt, forgetAttempt, forgetAttempts, sweepWindows } from "./store";

/**
 * Counts a call against a limit. The counts are in PostgreSQL, so that several servers share them; with RATE_LIMITS=off
 * nothing is counted.
 * @throws AppError RATE_LIMITED with the seconds until the window ends
 */
export async function limit(
  db: Db,
  name: LimitName,
  subject: string,
  per: Limited = LIMITS[name].per,
): Promise<void> {
  if (!env().rateLimits) return;
  const { max, within } = LIMITS[name];
  const at = now();
  // One after the other: what the limit of a network refuses does not count for its neighbours.
  for (const { network, times } of countedUnder(per, subject)) {
    const window = await countAttempt(db, keyOf(name, network), at, new Date(at.getTime() + within));
    if (window.count === 1) await sweepWindows(db, at);
    if (window.count > max * times) {
      const retryAfter = Math.max(1, Math.ceil((window.resetAt.getTime() - at.getTime()) / SECOND));
      throw new AppError("RATE_LIMITED", { retryAfter });
    }
  }
}

type Limited = (typeof LIMITS)[LimitName]["per"];

/** Under what an attempt is counted, and how many times the limit each allows. */
const countedUnder = (per: Limited, subject: string) =>
  per === "address" ? networksAround(subject) : [{ network: subject, times: 1 }];

/** What limits a call or an action, beside `write`, which counts everything that a signed-in person changes. */
export type CallLimits = {
  limit?: LimitName;
  /**
   * Evicts somebody else from an account, or proves whose it is: `write` does not count it, and no limit that a session
   * of the account can use up refuses it (trust 42).
   */
  evicts?: true;
  /** A suspended person may change this too (safety.md, Decide). */
  evenSuspended?: true;
  /** Answers STEP_UP_REQUIRED without a fresh proof of who the person is, whatever is sent (mail-and-access.md). */
  stepUp?: true;
  /** One more limit, for the form of the call that costs far more (D43). */
  costlyForm?: { limit: LimitName; is: (input: Record<string, unknown>) => boolean };
};

type Caller = { viewer: { id: string } | null; address: string; input: unknown };

/**
 * Counts a call against its limits, each by person or by address.
 * @throws AppError RATE_LIMITED with the seconds until the window ends
 */
export async function limitCall(
  db: Db,
  { limit: name, costlyForm }: CallLimits,
  { viewer, address, input }: Caller,
): Promise<void> {
  // Who has no account is counted by network.
  const count = (name: LimitName) =>
    LIMITS[name].per === "person" && viewer
      ? limit(db, name, viewer.id)
      : limit(db, name, address, "address");
  if (name) await count(name);
  if (costlyForm?.is((input ?? {}) as Record<string, unknown>)) await count(costlyForm.limit);
}

/** Counts a call like `limit`, and answers whether it is within the limit instead of throwing. */
export async function isWithin(db: Db, name: LimitName, subject: string): Promise<boolean> {
  try {
    await limit(db, name, subject);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "RATE_LIMITED") return false;
    throw error;
  }
}

/** Resets a subject's count: somebody who knows the password is not punished for having mistyped it. */
export async function clearLimit(db: Db, name: LimitName, subject: string): Promise<void> {
  if (!env().rateLimits) return;
  for (const { network } of countedUnder(LIMITS[name].per, subject))
    await forgetAttempts(db, keyOf(name, network));
}

/** Takes back one attempt that was counted, because it was none of those that the limit is for. */
export async function uncount(db: Db, name: LimitName, subject: string): Promise<void> {
  if (env().rateLimits) await forgetAttempt(db, keyOf(name, subject));
}

/** What messages to an address are counted as, of a kind or of several together. */
export function counted(kind: string, address: string): string {
  return `${kind} ${address.toLowerCase()}`;
}

/** What a subject is counted under. */
export function keyOf(name: LimitName, subject: string): string {
  return `${name}:${hashed(subject)}`;
}

/** A keyed hash: subjects are addresses and names, which the table of counts must not contain. */
export function hashed(subject: string): string {
  return createHmac("sha256", env().authSecret).update(subject).digest("base64url");
}

/** The same in the form of an id (UUID v8). */
export function hashedId(subject: string): string {
  const bytes = Buffer.from(hashed(subject), "base64url").subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return stringify(bytes);
}
