import { createHmac } from "node:crypto";
import type { Db } from "@/db/client";
import type { Whereabouts } from "@/lib/domain/sessions/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { unseal } from "@/lib/ground/sealed";
import { notifyOfChange } from "./notify-of-change";
import { readCode } from "./rules";
import { countCodes, findSecondFactor, takeCode, takeStep } from "./store";
import { stepOf } from "./totp";

/** What the keys of authenticator apps are sealed for. */
export const FACTOR_KEY = "second factor";

/** The stored form of a recovery code: a hash that needs the server's secret, and fits one account only. */
export function hashOfCode(userId: string, code: string): string {
  return createHmac("sha256", env().authSecret).update(`recovery:${userId}:${code}`).digest("base64url");
}

/**
 * Accepts a code of a person's second factor, once. The owner gets a message about a recovery code that was used.
 * @throws AppError INVALID_CODE
 */
export async function acceptCode(db: Db, userId: string, typed: string, from: Whereabouts): Promise<void> {
  const read = readCode(typed);
  const accepted =
    read?.kind === "app"
      ? await acceptAppCode(db, userId, read.code)
      : read?.kind === "recovery" && (await acceptRecoveryCode(db, userId, read.code, from));
  if (!accepted) throw invalidCode();
}

/** The error for a wrong code. */
export function invalidCode(): AppError {
  return new AppError("INVALID_CODE", { fields: { code: "codeWrong" } });
}

async function acceptAppCode(db: Db, userId: string, code: string): Promise<boolean> {
  const factor = await findSecondFactor(db, userId);
  const key = factor?.confirmedAt ? unseal(FACTOR_KEY, factor.secret) : null;
  const step = key === null ? null : stepOf(key, code, now());
  return step !== null && takeStep(db, userId, step);
}

async function acceptRecoveryCode(db: Db, userId: string, code: string, from: Whereabouts): Promise<boolean> {
  const at = now();
  return db.transaction(async (tx) => {
    if ((await takeCode(tx, userId, hashOfCode(userId, code), at)) === null) return false;
    const codesLeft = await countCodes(tx, userId);
    const change = { kind: "second_factor_changed", change: "code_used", codesLeft } as const;
    await notifyOfChange(tx, userId, change, { from, at });
    return true;
  });
}
