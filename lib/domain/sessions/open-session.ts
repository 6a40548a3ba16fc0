import type { Db } from "@/db/client";
import { now } from "@/lib/clock";
import { expiryFrom } from "./rules";
import { deleteSession, insertSession, sweepSessions } from "./store";
import { newToken, sidOf } from "./token";
import type { OpenedSession } from "./types";

/** Opens a session with a token of its own (D13). The one that the same browser held before, if any, ends. */
export async function openSession(
  db: Db,
  userId: string,
  { replaces }: { replaces: string | null },
): Promise<OpenedSession> {
  const token = newToken();
  const expires = expiryFrom(now());
  await insertSession(db, sidOf(token), { userId, expires });
  if (replaces !== null) await deleteSession(db, sidOf(replaces));
  await sweepSessions(db, now());
  return { token, expires };
}
