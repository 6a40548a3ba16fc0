import type { Db } from "@/db/client";
import { findSessionUser } from "@/lib/domain/users/queries";
import type { SessionUser } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { expiryFrom, isDueForExtension } from "./rules";
import { extendSession } from "./store";
import { sidOf } from "./token";

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
