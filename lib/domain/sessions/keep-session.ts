import type { Db } from "@/db/client";
import { now } from "@/lib/clock";
import { findHolderBySession } from "@/lib/domain/users/queries";
import type { Holder } from "@/lib/domain/users/types";
import { expiryFrom, isDueForExtension } from "./rules";
import { extendSession } from "./store";
import { sidOf } from "./token";

/** The holder of a token's session, extended if that is due; null if there is none or it has ended. */
export async function keepSession(db: Db, token: string): Promise<(Holder & { extended: boolean }) | null> {
  const at = now();
  const holder = await findHolderBySession(db, token);
  if (!holder) return null;
  if (!isDueForExtension(holder.expires, at, holder.since)) return { ...holder, extended: false };
  const expires = expiryFrom(at, holder.since);
  if (!(await extendSession(db, sidOf(token), expires, at))) return null;
  return { ...holder, expires, extended: true };
}
