import { createHmac } from "node:crypto";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { heldUsernames } from "@/db/schema";
import { env } from "@/lib/ground/env";

/** Lets nobody take a username before a moment, except the person who renamed their account, if `userId` names one. */
export async function holdUsername(
  db: Db,
  username: string,
  { until, userId }: { until: Date; userId: string | null },
): Promise<void> {
  const held = { hash: hashOf(username), until, userId };
  await db.insert(heldUsernames).values(held).onConflictDoUpdate({ target: heldUsernames.hash, set: held });
}

/** Whether a username is held at a moment, for anybody but the person `userId`. */
export async function isHeld(
  db: Db,
  username: string,
  { at, userId }: { at: Date; userId: string },
): Promise<boolean> {
  const held = and(
    eq(heldUsernames.hash, hashOf(username)),
    gt(heldUsernames.until, at),
    sql`${heldUsernames.userId} is distinct from ${userId}::uuid`,
  );
  return (await db.$count(heldUsernames, held)) > 0;
}

/** No longer tells who gave names up. */
export async function forgetHolder(db: Db, userId: string): Promise<void> {
  await db.update(heldUsernames).set({ userId: null }).where(eq(heldUsernames.userId, userId));
}

/** Forgets names that are free again. */
export async function releaseUsernames(db: Db, at: Date): Promise<void> {
  await db.delete(heldUsernames).where(lte(heldUsernames.until, at));
}

/** A key is needed to try names against the table. */
function hashOf(username: string): string {
  return createHmac("sha256", env().authSecret)
    .update(`username:${username.toLowerCase()}`)
    .digest("base64url");
}
