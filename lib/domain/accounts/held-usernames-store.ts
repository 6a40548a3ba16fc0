import { createHmac } from "node:crypto";
import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { heldUsernames } from "@/db/schema";
import { env } from "@/lib/ground/env";

/** Holds a username until a time. Only the person `userId`, if any, can take it back before. */
export async function holdUsername(
  db: Db,
  username: string,
  { until, userId }: { until: Date; userId: string | null },
): Promise<void> {
  const held = { hash: hashOf(username), until, userId };
  await db.insert(heldUsernames).values(held).onConflictDoUpdate({ target: heldUsernames.hash, set: held });
}

/** Which of these usernames, in lower case, are held for a person other than `userId`. */
export async function selectHeld(
  db: Db,
  usernames: readonly string[],
  { at, userId }: { at: Date; userId: string | null },
): Promise<Set<string>> {
  const byHash = new Map(usernames.map((username) => [hashOf(username), username]));
  const rows = await db
    .select({ hash: heldUsernames.hash })
    .from(heldUsernames)
    .where(
      and(
        inArray(heldUsernames.hash, [...byHash.keys()]),
        gt(heldUsernames.until, at),
        sql`${heldUsernames.userId} is distinct from ${userId}::uuid`,
      ),
    );
  return new Set(rows.map(({ hash }) => byHash.get(hash) ?? ""));
}

/** Removes the link between a person and the usernames that they gave up. */
export async function forgetHolder(db: Db, userId: string): Promise<void> {
  await db.update(heldUsernames).set({ userId: null }).where(eq(heldUsernames.userId, userId));
}

/** Deletes the rows of usernames that are free again. */
export async function releaseUsernames(db: Db, at: Date): Promise<void> {
  await db.delete(heldUsernames).where(lte(heldUsernames.until, at));
}

/** Keyed, so that names cannot be tried against a copy of the table. */
function hashOf(username: string): string {
  return createHmac("sha256", env().authSecret)
    .update(`username:${username.toLowerCase()}`)
    .digest("base64url");
}
