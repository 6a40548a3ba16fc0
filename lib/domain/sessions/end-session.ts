import type { Db } from "@/db/client";
import { deleteSession, deleteSessionsOf } from "./store";
import { sidOf } from "./token";

/** Deletes a session, so that its token is no longer accepted (D13). */
export async function endSession(db: Db, token: string): Promise<void> {
  await deleteSession(db, sidOf(token));
}

/** Deletes all sessions of a person, except that of a token. */
export async function endSessionsOf(
  db: Db,
  userId: string,
  { except = null }: { except?: string | null } = {},
): Promise<void> {
  await deleteSessionsOf(db, userId, except === null ? null : sidOf(except));
}
