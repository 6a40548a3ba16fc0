import type { Tx } from "@/db/client";
import { forgetHolder, holdUsername } from "./held-usernames-store";
import { usernameFreeFrom } from "./rules";

/**
 * Holds the username of an account that is erased (D39), and removes the link between the person and the usernames
 * that they gave up before.
 */
export async function holdErasedUsername(
  tx: Tx,
  { id, username }: { id: string; username: string },
  at: Date,
): Promise<void> {
  await forgetHolder(tx, id);
  await holdUsername(tx, username, { until: usernameFreeFrom(at), userId: null });
}
