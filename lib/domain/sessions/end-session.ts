import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { AppError } from "@/lib/ground/errors";
import { deleteSession, deleteSessionOf } from "./store";
import { sidOf } from "./token";

export { deleteSessionsOf as endSessionsOf } from "./store";

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
