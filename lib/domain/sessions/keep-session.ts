import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { findSessionUser } from "./queries";
import { expiryFrom, hourOf } from "./rules";
import { touchSession } from "./store";
import { sidOf } from "./token";
import type { SessionUser } from "./types";

/**
 * The person of a session token; null if it has ended. It writes at most once an hour: that the session was used in
 * this hour, and its new end (D13).
 */
export async function keepSession(db: Db, token: string): Promise<SessionUser | null> {
  const at = now();
  const session = await findSessionUser(db, token);
  if (!session) return null;
  const usedAt = hourOf(at);
  if (session.usedAt !== null && session.usedAt >= usedAt) return session;
  const expires = expiryFrom(at, session.since);
  return (await touchSession(db, sidOf(token), { expires, usedAt, at })) ? session : null;
}
