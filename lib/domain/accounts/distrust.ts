import type { Tx } from "@/db/client";
import { endSessionsOf } from "@/lib/domain/sessions/end-session";
import { payoutsHeldFrom } from "./rules";
import { lockHolders, updateAccess } from "./store";

/**
 * Somebody else may have been let in: all sessions end, and payouts are held for 7 days. Locks the person; returns
 * until when payouts are held.
 */
export async function distrust(tx: Tx, userId: string, at: Date): Promise<Date> {
  const [account] = await lockHolders(tx, { userId });
  const payoutsHeldUntil = payoutsHeldFrom(at, account?.payoutsHeldUntil ?? null);
  await updateAccess(tx, userId, { payoutsHeldUntil }, at);
  await endSessionsOf(tx, userId);
  return payoutsHeldUntil;
}
