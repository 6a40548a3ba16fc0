import type { Db } from "@/db/client";
import { now } from "@/lib/clock";
import { expiryFrom, isDueForExtension } from "./rules";
import { extendSession, findLiveSession } from "./store";
import { sidOf } from "./token";
import type { Session } from "./types";

/** The session behind a token, extended if that is due; null if there is none or it has ended. */
export async function keepSession(db: Db, token: string): Promise<(Session & { extended: boolean }) | null> {
  const at = now();
  const sid = sidOf(token);
  const session = await findLiveSession(db, sid, at);
  if (!session) return null;
  if (!isDueForExtension(session.expires, at)) return { ...session, extended: false };
  const expires = expiryFrom(at);
  if (!(await extendSession(db, sid, expires, at))) return null;
  return { ...session, expires, extended: true };
}
