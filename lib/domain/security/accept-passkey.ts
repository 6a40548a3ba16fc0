import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import type { PasskeyAnswer } from "./schema";
import { findPasskey, recordUse } from "./store";
import type { Challenge } from "./types";
import { readAuthentication } from "./webauthn";

/**
 * The account whose passkey answered a challenge. With it the round of its sessions, and when
 * the passkey was added. A challenge is good for one answer.
 * @throws AppError INVALID_CREDENTIALS
 */
export async function acceptPasskey(
  db: Db,
  answer: PasskeyAnswer,
  challenge: Challenge | null,
): Promise<{ userId: string; accessRound: number; addedAt: Date }> {
  const passkey = challenge && (await findPasskey(db, answer.id));
  if (!passkey) throw new AppError("INVALID_CREDENTIALS");
  const stored = { ...passkey, id: answer.id };
  const used = await readAuthentication(answer, challenge.challenge, stored);
  if (!used) throw new AppError("INVALID_CREDENTIALS");
  const { id, counter, userId, accessRound, addedAt } = passkey;
  const isFirst = await recordUse(db, { id, counter, ...used, challengedAt: challenge.at, at: now() });
  if (!isFirst) throw new AppError("INVALID_CREDENTIALS");
  return { userId, accessRound, addedAt };
}
