import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { AppError } from "@/lib/ground/errors";
import { deleteSession, deleteSessionOf, deleteSessionsOf } from "./store";
import { sidOf } from "./token";

/** Deletes a session, so that its token is no longer accepted (D13). */
export async function endSession(db: Db, token: string): Promise<void> {
  await deleteSession(db, sidOf(token));
}

/**
 * Ends a session of a person by its id. Returns whether it is that of `token`, the caller's own.
 * @throws AppError NOT_FOUND, also for somebody else's
 */
export async function endSessionById(
  db: Db,
  userId: string,
  { id, token }: { id: string; token: string },
): Promise<{ wasCurrent: boolean }> {
  const sid = isUuid(id) ? await deleteSessionOf(db, userId, id) : null;
  if (sid === null) throw new AppError("NOT_FOUND");
  return { wasCurrent: sid === sidOf(token) };
}

/** Deletes all sessions of a person, except that of a token. */
export async function endSessionsOf(
  db: Db,
  userId: string,
  { except = null }: { except?: string | null } = {},
): Promise<void> {
  await deleteSessionsOf(db, userId, except === null ? null : sidOf(except));
}
