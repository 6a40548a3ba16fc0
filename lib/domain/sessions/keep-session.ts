import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { findSessionUser } from "./queries";
import { expiryFrom, isDueForExtension } from "./rules";
import { extendSession } from "./store";
import { sidOf } from "./token";
import type { SessionUser } from "./types";

/** The person of a session token, with the session extended if that is due; null if it has ended. */
export async function keepSession(
  db: Db,
  token: string,
): Promise<(SessionUser & { extended: boolean }) | null> {
  const at = now();
  const session = await findSessionUser(db, token);
  if (!session) return null;
  if (!isDueForExtension(session.expires, at, session.since)) return { ...session, extended: false };
  const expires = expiryFrom(at, session.since);
  if (!(await extendSession(db, sidOf(token), expires, at))) return null;
  return { ...session, expires, extended: true };
}
