import type { Db } from "@/db/client";
import { now } from "@/lib/clock";
import { AppError } from "@/lib/errors";
import { expiryFrom } from "./rules";
import { deleteSession, insertSession, sweepSessions } from "./store";
import { newToken, sidOf } from "./token";
import type { OpenedSession } from "./types";

/**
 * Opens a session with a token of its own (D13). The one that the same browser held before, if any, ends.
 * @throws AppError UNAUTHENTICATED if the account was erased meanwhile
 */
export async function openSession(
  db: Db,
  userId: string,
  { replaces }: { replaces: string | null },
): Promise<OpenedSession> {
  const token = newToken();
  const expires = expiryFrom(now());
  if (!(await insertSession(db, sidOf(token), { userId, expires }))) throw new AppError("UNAUTHENTICATED");
  if (replaces !== null) await deleteSession(db, sidOf(replaces));
  await sweepSessions(db, now());
  return { token, expires };
}
