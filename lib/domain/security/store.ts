import { and, asc, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { passkeys, recoveryCodes, secondFactors, users } from "@/db/schema";
import { pick } from "@/db/statement";
import { isPresent } from "@/lib/domain/users/guards";
import type { Passkey } from "./types";

/** What decides how a person can sign in. */
export async function findWaysIn(db: Db, userId: string) {
  const [row] = await db
    .select(pick(users, "username", "password", "googleId"))
    .from(users)
    .where(isPresent(userId));
  return row ?? null;
}

/** What a known browser knew: the password's hash, since when there is a second factor, and the round of sessions. */
export async function findSecrets(db: Db, userId: string) {
  const [row] = await db
    .select({
      password: users.password,
      factorSince: secondFactors.confirmedAt,
      accessRound: users.accessRound,
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(isPresent(userId));
  return row ?? null;
}

const shown = pick(passkeys, "id", "name", "backedUp", "createdAt", "lastUsedAt");

/** A person's passkeys, oldest first. */
export async function selectPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  return db.select(shown).from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt));
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  return db.$count(passkeys, eq(passkeys.userId, userId));
}

/** The ids by which authenticators know a person's passkeys. */
export async function selectCredentials(db: Db, userId: string) {
  const { credentialId, transports } = passkeys;
  return db.select({ id: credentialId, transports }).from(passkeys).where(eq(passkeys.userId, userId));
}

/** Inserts a passkey; false if its authenticator is registered already. */
export async function insertPasskey(tx: Tx, passkey: typeof passkeys.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

/** Renames one of a person's passkeys; whether it exists. */
export async function renameOwnPasskey(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  const rows = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

/** Deletes one of a person's passkeys; its name, or null if there is none. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<string | null> {
  const [row] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ name: passkeys.name });
  return row?.name ?? null;
}

/** The passkey of a credential id, as its signature is checked. */
export async function findPasskey(db: Db, credentialId: string) {
  const { id, userId, publicKey, counter, transports, createdAt: addedAt } = passkeys;
  const { accessRound } = users;
  const [row] = await db
    .select({ id, userId, publicKey, counter, transports, addedAt, accessRound })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

type Use = {
  id: string;
  /** The counter before and after. */
  counter: number;
  newCounter: number;
  backedUp: boolean;
  challengedAt: Date;
  at: Date;
};

/**
 * Records that a passkey was used; false if it was used since its challenge was made. So each challenge is good for one
 * use, also with authenticators that do not count.
 */
export async function recordUse(
  db: Db,
  { id, counter, newCounter, backedUp, challengedAt, at }: Use,
): Promise<boolean> {
  const rows = await db
    .update(passkeys)
    .set({ counter: newCounter, backedUp, lastUsedAt: at })
    .where(
      and(
        eq(passkeys.id, id),
        eq(passkeys.counter, counter),
        or(isNull(passkeys.lastUsedAt), lt(passkeys.lastUsedAt, challengedAt)),
      ),
    )
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

/** A person's second factor, confirmed or not. */
export async function findSecondFactor(db: Db, userId: string) {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return row ?? null;
}

/** Stores the sealed key of a second factor that is not confirmed yet; false if there is a confirmed one. */
export async function upsertSecondFactor(
  db: Db,
  userId: string,
  { secret, at }: { secret: string; at: Date },
): Promise<boolean> {
  const rows = await db
    .insert(secondFactors)
    .values({ userId, secret, createdAt: at })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret, createdAt: at, lastStep: null },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** Confirms a second factor by the time step of its first code; false if it changed meanwhile. */
export async function confirmFactor(
  tx: Tx,
  userId: string,
  { secret, step, at }: { secret: string; step: number; at: Date },
): Promise<boolean> {
  const rows = await tx
    .update(secondFactors)
    .set({ confirmedAt: at, lastStep: step })
    .where(
      and(
        eq(secondFactors.userId, userId),
        eq(secondFactors.secret, secret),
        isNull(secondFactors.confirmedAt),
      ),
    )
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** Accepts the code of a time step; false if that one or a later one was accepted before. */
export async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const rows = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(
        eq(secondFactors.userId, userId),
        isNotNull(secondFactors.confirmedAt),
        or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step)),
      ),
    )
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** Deletes a person's second factor and recovery codes; whether a confirmed one was there. */
export async function deleteFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const rows = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ confirmedAt: secondFactors.confirmedAt });
  return rows.some(({ confirmedAt }) => confirmedAt !== null);
}

/** Replaces a person's recovery codes, given as hashes. */
export async function replaceCodes(
  tx: Tx,
  userId: string,
  hashes: readonly string[],
  at: Date,
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash, createdAt: at })));
}

/** Uses up a recovery code of a confirmed second factor; its id, or null if there is none that was not used. */
export async function takeCode(tx: Tx, userId: string, hash: string, at: Date): Promise<string | null> {
  const [row] = await tx
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.hash, hash),
        isNull(recoveryCodes.usedAt),
        sql`exists (${tx
          .select({ one: sql`1` })
          .from(secondFactors)
          .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))})`,
      ),
    )
    .returning({ id: recoveryCodes.id });
  return row?.id ?? null;
}

/** How many recovery codes a person has left. */
export async function countCodes(db: Db, userId: string): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}
