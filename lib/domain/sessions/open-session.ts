import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { expiryFrom } from "./rules";
import { deleteSession, insertSession, sweepSessions } from "./store";
import { newToken, sidOf } from "./token";
import type { OpenedSession } from "./types";

type Options = {
  /** The token of the session that the same browser held before. */
  replaces: string | null;
  /** When the person proved who they are: now, unless a provider of identities says otherwise. */
  provenAt?: Date;
};

/**
 * Opens a session with a token of its own (D13). The one that the same browser held before, if any, ends.
 * @throws AppError UNAUTHENTICATED if the account was erased meanwhile
 */
export async function openSession(
  db: Db,
  userId: string,
  { replaces, provenAt }: Options,
): Promise<OpenedSession> {
  const token = newToken();
  const at = now();
  const expires = expiryFrom(at, at);
  const session = { userId, expires, since: at, provenAt: provenAt ?? at };
  if (!(await insertSession(db, sidOf(token), session))) throw new AppError("UNAUTHENTICATED");
  if (replaces !== null) await deleteSession(db, sidOf(replaces));
  await sweepSessions(db, at);
  return { token, expires };
}
