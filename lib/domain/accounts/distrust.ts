import type { Tx } from "@/db/client";
import { endSessionsOf } from "@/lib/domain/sessions/end-session";
import { payoutsHeldFrom } from "./rules";
import { lockHolders, updateAccess } from "./store";

/** Somebody else may have been let in: all sessions end, and payouts are held for 7 days. */
export async function distrust(tx: Tx, userId: string, at: Date): Promise<void> {
  const [account] = await lockHolders(tx, { userId });
  if (!account) return;
  await updateAccess(tx, userId, { payoutsHeldUntil: payoutsHeldFrom(at, account.payoutsHeldUntil) }, at);
  await endSessionsOf(tx, userId);
}
