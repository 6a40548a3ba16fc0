import type { Db } from "@/db/client";
import { sidOf } from "@/lib/domain/sessions/token";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { periodStarts } from "@/lib/ground/periods";
import { presentMe, presentPerson } from "./present";
import { effectiveTier, USERNAME_PATTERN } from "./rules";
import type { Me } from "./schema";
import { findAvatar, findByUsername, findHolder, findOwn, findSecret } from "./store";
import type { PublicPerson, SessionUser, Viewer } from "./types";

/** The person of a session token; null if its session has ended, or a demo person may not be signed in here (D41). */
export async function findSessionUser(db: Db, token: string): Promise<SessionUser | null> {
  const at = now();
  const row = await findHolder(db, sidOf(token), at);
  if (!row || (row.isDemo && !env().demoLogins)) return null;
  const { subscriptionTier, subscriptionExpiry, since, expires, isDemo: _, ...viewer } = row;
  return {
    viewer: { ...viewer, tier: effectiveTier(subscriptionTier, subscriptionExpiry, at) },
    since,
    expires,
  };
}

/** The person who holds a session token; null if its session has ended. */
export async function findViewerBySession(db: Db, token: string): Promise<Viewer | null> {
  return (await findSessionUser(db, token))?.viewer ?? null;
}

/** The bytes of a person's own picture (WebP) by their hash; null if nobody has it (any more). */
export async function findAvatarImage(db: Db, hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const stored = /^[0-9a-f]{32}$/.test(hash) ? await findAvatar(db, hash) : null;
  return stored === null
    ? null
    : Uint8Array.from(Buffer.from(stored.slice(stored.indexOf(",") + 1), "base64"));
}

/** Whose account a username or e-mail address names; null if nobody's. */
export async function findAccountId(db: Db, login: string): Promise<string | null> {
  return (await findSecret(db, login))?.id ?? null;
}

/**
 * A person as everybody who is signed in may see them (D50), ignoring the case of the name; null when nobody has it.
 * Amounts in cents.
 */
export async function findPerson(db: Db, username: string): Promise<PublicPerson | null> {
  const row = USERNAME_PATTERN.test(username) ? await findByUsername(db, username) : null;
  return row && presentPerson(row);
}

/**
 * A person's own data (api.md, Me), with what they gave this month, week and day (D30). Amounts in cents.
 * @throws AppError NOT_FOUND
 */
export async function findMe(db: Db, userId: string): Promise<Me> {
  const at = now();
  const row = await findOwn(db, userId, periodStarts(at, env().timeZone));
  if (!row) throw new AppError("NOT_FOUND");
  return presentMe(row, at);
}
