import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { newId } from "@/db/schema";
import type { Whereabouts } from "@/lib/domain/sessions/types";
import { type Caller, lockCaller, lockPresent } from "@/lib/domain/users/guards";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { notifyOfChange } from "./notify-of-change";
import { MAX_PASSKEYS } from "./rules";
import type { NewPasskey } from "./schema";
import {
  countPasskeys,
  deletePasskey,
  findWaysIn,
  insertPasskey,
  renameOwnPasskey,
  selectCredentials,
} from "./store";
import type { Challenge } from "./types";
import { readRegistration, registrationOptions } from "./webauthn";

type Person = { id: string };

/**
 * What a person's browser needs to make a passkey.
 * @throws AppError FORBIDDEN for more than `MAX_PASSKEYS`
 */
export async function offerPasskey(db: Db, { id }: Person) {
  const person = await findWaysIn(db, id);
  const existing = await selectCredentials(db, id);
  if (!person || existing.length >= MAX_PASSKEYS) throw new AppError("FORBIDDEN");
  return registrationOptions({ id, username: person.username }, existing);
}

/**
 * Adds the passkey that a browser made, and informs the owner of the account.
 * @throws AppError PASSKEY_INVALID, also for a passkey that an account has already; FORBIDDEN, UNAUTHENTICATED
 */
export async function addPasskey(
  db: Db,
  viewer: Caller,
  { answer, challenge }: { answer: NewPasskey; challenge: Challenge | null },
  { name, from }: { name: string; from: Whereabouts },
): Promise<void> {
  const made = challenge && (await readRegistration(answer, challenge.challenge));
  if (!made) throw new AppError("PASSKEY_INVALID");
  const { id: credentialId, ...passkey } = made;
  const { id: userId } = viewer;
  const at = now();
  await db.transaction(async (tx) => {
    await lockCaller(tx, viewer);
    if ((await countPasskeys(tx, userId)) >= MAX_PASSKEYS) throw new AppError("FORBIDDEN");
    const row = { ...passkey, id: newId(), userId, credentialId, name, createdAt: at };
    if (!(await insertPasskey(tx, row))) throw new AppError("PASSKEY_INVALID");
    await notifyOfChange(tx, userId, { kind: "passkey_changed", change: "added", name }, { from, at });
  });
}

/** @throws AppError NOT_FOUND, also for somebody else's */
export async function renamePasskey(db: Db, { id: userId }: Person, id: string, name: string): Promise<void> {
  if (!isUuid(id) || !(await renameOwnPasskey(db, userId, id, name))) throw new AppError("NOT_FOUND");
}

/**
 * Removes a passkey, unless it is the last way to sign in, and informs the owner of the account.
 * @throws AppError NOT_FOUND, also for somebody else's; LAST_WAY_IN
 */
export async function removePasskey(
  db: Db,
  { id: userId }: Person,
  id: string,
  from: Whereabouts,
): Promise<void> {
  if (!isUuid(id)) throw new AppError("NOT_FOUND");
  const at = now();
  await db.transaction(async (tx) => {
    // Two removals at once would take the last two ways.
    await lockPresent(tx, [userId], "update");
    const person = await findWaysIn(tx, userId);
    const name = await deletePasskey(tx, userId, id);
    if (!person || name === null) throw new AppError("NOT_FOUND");
    const hasOther = person.password !== null || person.googleId !== null;
    if (!hasOther && (await countPasskeys(tx, userId)) === 0) throw new AppError("LAST_WAY_IN");
    await notifyOfChange(tx, userId, { kind: "passkey_changed", change: "removed", name }, { from, at });
  });
}
