import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { expiryFrom } from "./rules";
import { deleteSession, insertSession, sweepSessions } from "./store";
import { newToken, sidOf } from "./token";
import type { OpenedSession } from "./types";

type Options = {
  /** The token of the browser's previous session. */
  replaces: string | null;
  /** When the person proved who they are, if an identity provider says; else now. */
  provenAt?: Date;
};

/**
 * Opens a session (D13) and ends the browser's previous one.
 * @throws AppError UNAUTHENTICATED if the account was erased
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
