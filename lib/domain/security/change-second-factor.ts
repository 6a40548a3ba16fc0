import { randomInt } from "node:crypto";
import type { Db, Tx } from "@/db/client";
import { distrust } from "@/lib/domain/accounts/distrust";
import { NOWHERE } from "@/lib/domain/accounts/types";
import type { Whereabouts } from "@/lib/domain/sessions/types";
import { type Caller, lockCaller } from "@/lib/domain/users/guards";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { seal, unseal } from "@/lib/ground/sealed";
import { FACTOR_KEY, hashOfCode, invalidCode } from "./accept-code";
import { notifyOfChange } from "./notify-of-change";
import { RECOVERY_ALPHABET, RECOVERY_CODES, RECOVERY_LENGTH, readCode, shownRecoveryCode } from "./rules";
import {
  confirmFactor,
  deleteFactor,
  findSecondFactor,
  findWaysIn,
  replaceCodes,
  upsertSecondFactor,
} from "./store";
import { forApp, newKey, stepOf } from "./totp";
import type { NewSecondFactor } from "./types";

type Person = { id: string };

/**
 * Makes a key for a person's authenticator app. It counts once `confirmSecondFactor` got its first code.
 * @throws AppError FORBIDDEN if there is a confirmed one, UNAUTHENTICATED
 */
export async function offerSecondFactor(db: Db, viewer: Caller): Promise<NewSecondFactor> {
  const key = newKey();
  return db.transaction(async (tx) => {
    await lockCaller(tx, viewer);
    const person = await findWaysIn(tx, viewer.id);
    const factor = { secret: seal(FACTOR_KEY, key), at: now() };
    if (!person || !(await upsertSecondFactor(tx, viewer.id, factor))) throw new AppError("FORBIDDEN");
    return forApp(key, person.username);
  });
}

/**
 * Switches a second factor on by its first code, and returns the recovery codes, which are shown this once.
 * @throws AppError INVALID_CODE, UNAUTHENTICATED
 */
export async function confirmSecondFactor(
  db: Db,
  viewer: Caller,
  typed: string,
  from: Whereabouts,
): Promise<string[]> {
  const { id } = viewer;
  const at = now();
  const read = readCode(typed);
  const factor = await findSecondFactor(db, id);
  const key = factor && unseal(FACTOR_KEY, factor.secret);
  const step = key && read?.kind === "app" ? stepOf(key, read.code, at) : null;
  if (!factor || step === null) throw invalidCode();
  return db.transaction(async (tx) => {
    await lockCaller(tx, viewer);
    if (!(await confirmFactor(tx, id, { secret: factor.secret, step, at }))) throw invalidCode();
    await notifyOfChange(tx, id, { kind: "second_factor_changed", change: "on" }, { from, at });
    return newCodes(tx, id, at);
  });
}

/**
 * Replaces the recovery codes.
 * @throws AppError NOT_FOUND without a second factor, UNAUTHENTICATED
 */
export async function renewRecoveryCodes(db: Db, viewer: Caller, from: Whereabouts): Promise<string[]> {
  const { id } = viewer;
  const at = now();
  return db.transaction(async (tx) => {
    await lockCaller(tx, viewer);
    if (!(await findSecondFactor(tx, id))?.confirmedAt) throw new AppError("NOT_FOUND");
    await notifyOfChange(tx, id, { kind: "second_factor_changed", change: "codes" }, { from, at });
    return newCodes(tx, id, at);
  });
}

/** Switches the second factor off; does nothing where it is off. */
export async function removeSecondFactor(db: Db, { id }: Person, from: Whereabouts): Promise<void> {
  const at = now();
  await db.transaction(async (tx) => {
    if (!(await deleteFactor(tx, id))) return;
    await notifyOfChange(tx, id, { kind: "second_factor_changed", change: "off" }, { from, at });
  });
}

/**
 * Switches off the second factor of somebody who lost it together with the recovery codes, as operators decided, so
 * that the password is enough again. It may not be the owner who asked them. `since`: when it was switched on; false
 * where there is another one by now, or none.
 */
export async function removeLostFactor(tx: Tx, userId: string, since: string): Promise<boolean> {
  const at = now();
  const heldUntil = (await distrust(tx, userId, at)).toISOString();
  const factor = await findSecondFactor(tx, userId);
  if (factor?.confirmedAt?.toISOString() !== since) return false;
  await deleteFactor(tx, userId);
  const change = { kind: "second_factor_changed", change: "off", heldUntil } as const;
  await notifyOfChange(tx, userId, change, { from: NOWHERE, at });
  return true;
}

async function newCodes(tx: Tx, userId: string, at: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const hashes = codes.map((code) => hashOfCode(userId, code));
  await replaceCodes(tx, userId, hashes, at);
  return codes.map(shownRecoveryCode);
}

function newCode(): string {
  return Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
  ).join("");
}
