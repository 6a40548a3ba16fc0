import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { findSessionUser } from "./queries";
import { expiryFrom, hourOf, isDueForExtension } from "./rules";
import { touchSession } from "./store";
import { sidOf } from "./token";
import type { SessionUser } from "./types";

/**
 * The person of a session token, with the session extended if that is due; null if it has ended. It writes at most
 * once an hour: that the session was used in this hour, and its new end.
 */
export async function keepSession(
  db: Db,
  token: string,
): Promise<(SessionUser & { extended: boolean }) | null> {
  const at = now();
  const session = await findSessionUser(db, token);
  if (!session) return null;
  const usedAt = hourOf(at);
  const extended = isDueForExtension(session.expires, at, session.since);
  if (!extended && session.usedAt !== null && session.usedAt >= usedAt) return { ...session, extended };
  const expires = extended ? expiryFrom(at, session.since) : session.expires;
  if (!(await touchSession(db, sidOf(token), { expires, usedAt, at }))) return null;
  return { ...session, expires, usedAt, extended };
}
