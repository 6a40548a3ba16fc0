import { createHmac } from "node:crypto";
import { and, eq, gt, lte } from "drizzle-orm";
import type { Db } from "@/db/client";
import { heldUsernames } from "@/db/schema";
import { env } from "@/lib/env";

/** Lets nobody take a username before a moment. */
export async function holdUsername(db: Db, username: string, until: Date): Promise<void> {
  const held = { hash: hashOf(username), until };
  await db.insert(heldUsernames).values(held).onConflictDoUpdate({ target: heldUsernames.hash, set: held });
}

export async function isHeld(db: Db, username: string, at: Date): Promise<boolean> {
  const held = and(eq(heldUsernames.hash, hashOf(username)), gt(heldUsernames.until, at));
  return (await db.$count(heldUsernames, held)) > 0;
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
