import type { Tx } from "@/db/client";
import { endSessionsOf } from "@/lib/domain/sessions/end-session";
import { payoutsHeldFrom } from "./rules";
import { lockHolders, updateAccount } from "./store";

/**
 * Somebody else may have been let in: all sessions end, payouts are held for 7 days, and what lets the person in
 * changes. Locks the person; returns until when payouts are held.
 */
export async function distrust(
  tx: Tx,
  userId: string,
  at: Date,
  access: Parameters<typeof updateAccount>[2] = {},
): Promise<Date> {
  const [account] = await lockHolders(tx, { userId });
  const payoutsHeldUntil = payoutsHeldFrom(at, account?.payoutsHeldUntil ?? null);
  await updateAccount(tx, userId, { ...access, payoutsHeldUntil }, at);
  await endSessionsOf(tx, userId);
  return payoutsHeldUntil;
}
