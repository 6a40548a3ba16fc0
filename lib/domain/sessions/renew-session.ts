import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { latestEnd } from "./rules";
import { replaceSid } from "./store";
import { newToken, sidOf } from "./token";
import type { OpenedSession } from "./types";

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
  const since = await replaceSid(db, sidOf(token), sidOf(next), { at: provenAt, byPasskey });
  if (since === null) throw new AppError("UNAUTHENTICATED");
  return { token: next, expires: latestEnd(since), provenAt };
}
