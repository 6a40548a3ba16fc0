import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { findSessionUser } from "./queries";
import { expiryFrom, isDueForExtension } from "./rules";
import { extendSession } from "./store";
import { sidOf } from "./token";
import type { SessionUser } from "./types";

/** The holder of a token's session, extended if that is due; null if there is none or it has ended. */
export async function keepSession(
  db: Db,
  token: string,
): Promise<(SessionUser & { extended: boolean }) | null> {
  const at = now();
  const holder = await findSessionUser(db, token);
  if (!holder) return null;
  if (!isDueForExtension(holder.expires, at, holder.since)) return { ...holder, extended: false };
  const expires = expiryFrom(at, holder.since);
  if (!(await extendSession(db, sidOf(token), expires, at))) return null;
  return { ...holder, expires, extended: true };
}
