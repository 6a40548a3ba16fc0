import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { AppError } from "@/lib/ground/errors";
import { deleteSession, deleteSessionsOf } from "./store";
import { sidOf } from "./token";

/** Deletes a session, so that its token is no longer accepted (D13). */
export async function endSession(db: Db, token: string): Promise<void> {
  await deleteSession(db, sidOf(token));
}

/**
 * Ends another session of the person whose own is `token`.
 * @throws AppError NOT_FOUND, also for the person's own one and for somebody else's
 */
export async function endOtherSession(db: Db, userId: string, token: string, id: string): Promise<void> {
  const ended = isUuid(id) ? await deleteSessionsOf(db, userId, { kept: sidOf(token), id }) : 0;
  if (ended === 0) throw new AppError("NOT_FOUND");
}

/** Deletes all sessions of a person, except that of a token. */
export async function endSessionsOf(
  db: Db,
  userId: string,
  { except = null }: { except?: string | null } = {},
): Promise<void> {
  await deleteSessionsOf(db, userId, { kept: except === null ? null : sidOf(except) });
}
