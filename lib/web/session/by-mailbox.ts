import "server-only";
import type { Db } from "@/db/client";
import { hasSecondFactor } from "@/lib/domain/security/queries";
import { findMe } from "@/lib/domain/users/queries";
import type { Me } from "@/lib/domain/users/schema";

/**
 * The data of a person whose mailbox the caller can read; null where the account has a second factor too, except to
 * the signed-in person themselves.
 */
export async function findMeByMailbox(
  db: Db,
  userId: string,
  viewer: { id: string } | null = null,
): Promise<Me | null> {
  const isKnown = viewer?.id === userId || !(await hasSecondFactor(db, userId));
  return isKnown ? findMe(db, userId) : null;
}
