import type { Db, Tx } from "@/db/client";
import { notifyOfAccountChanges, writeMail } from "@/lib/domain/messages/write-messages";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { expiryFrom } from "./rules";
import { insertSession, rememberDevice, replaceSession, replaceSid, sweepSessions } from "./store";
import { newToken, sidOf } from "./token";
import { NOWHERE, type OpenedSession, type Whereabouts } from "./types";

export type SessionOptions = {
  /** The token of the browser's previous session. */
  replaces: string | null;
  from?: Whereabouts;
  /** When the person proved who they are, if an identity provider says; else now. */
  provenAt?: Date;
  /** The hash that the person's password was checked against; nothing is opened if it was replaced since. */
  passwordHash?: string | undefined;
  /** The round of the person's sessions in which a passkey, or Google, was theirs; nothing is opened in a later one. */
  accessRound?: number | undefined;
};

/** The device family of a caller that does not say: one family, so that hiding the device is noticed too. */
const UNKNOWN_DEVICE = "";

/**
 * Opens a session (D13) and ends the browser's previous one. The account's owner gets a message about a device family
 * that it was not opened from before, unless it is the first one.
 * @throws AppError UNAUTHENTICATED if the account was erased, INVALID_CREDENTIALS if its password was replaced or its
 * ways in were cleared
 */
export async function openSession(
  db: Db,
  userId: string,
  { replaces, from = NOWHERE, provenAt, passwordHash, accessRound }: SessionOptions,
): Promise<OpenedSession> {
  const token = newToken();
  const at = now();
  const expires = expiryFrom(at, at);
  await db.transaction(async (tx) => {
    const passkeyAt = accessRound === undefined || provenAt ? null : at;
    const session = { userId, expires, since: at, provenAt: provenAt ?? at, passkeyAt, from };
    const id = await insertSession(tx, sidOf(token), session, { passwordHash, accessRound });
    if (id === null)
      throw new AppError(
        passwordHash || accessRound !== undefined ? "INVALID_CREDENTIALS" : "UNAUTHENTICATED",
      );
    if (await rememberDevice(tx, userId, from.device ?? UNKNOWN_DEVICE, at)) {
      await notifyOfSignIn(tx, { userId, sessionId: id, from, at });
    }
    if (replaces !== null) await replaceSession(tx, sidOf(replaces), { userId, id });
  });
  await sweepSessions(db, at);
  return { token, expires };
}

/**
 * Records that the person of a session proved who they are now, and replaces its token, so that somebody who has the
 * old one does not gain by the proof.
 * @throws AppError UNAUTHENTICATED if the session has ended
 */
export async function renewSession(
  db: Db,
  token: string,
  { byPasskey = false } = {},
): Promise<OpenedSession & { provenAt: Date }> {
  const provenAt = now();
  const next = newToken();
  const expires = await replaceSid(db, sidOf(token), sidOf(next), { at: provenAt, byPasskey });
  if (expires === null) throw new AppError("UNAUTHENTICATED");
  return { token: next, expires, provenAt };
}

async function notifyOfSignIn(
  tx: Tx,
  { userId, sessionId, from, at }: { userId: string; sessionId: string; from: Whereabouts; at: Date },
): Promise<void> {
  await notifyOfAccountChanges(tx, [{ userId, accountChange: "sign_in", ...from, createdAt: at }]);
  await writeMail(tx, { kind: "new_sign_in", cause: sessionId, userId, at, data: from });
}
