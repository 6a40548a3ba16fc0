import { and, eq, gt, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { blocks, users } from "@/db/schema";
import { statement } from "@/db/statement";
import { counterpartsOf } from "./guards";

const counterparts = statement<{ userId: string }, { id: string }>(
  ({ userId }) => sql`select unnest(${counterpartsOf(userId)}) as id`,
);

/** Whom somebody blocked and who blocked them. */
export async function selectCounterparts(db: Db, userId: string): Promise<string[]> {
  const rows = await counterparts(db, { userId });
  return rows.map(({ id }) => id);
}

/** The usernames of those whom somebody blocked, by name, after one. */
export async function selectBlocked(
  db: Db,
  blockerId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ username: users.username })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(and(eq(blocks.blockerId, blockerId), after === undefined ? undefined : gt(users.username, after)))
    .orderBy(users.username)
    .limit(limit);
  return rows.map(({ username }) => username);
}

export async function insertBlock(tx: Tx, block: typeof blocks.$inferInsert): Promise<void> {
  await tx.insert(blocks).values(block).onConflictDoNothing();
}

export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<void> {
  await db.delete(blocks).where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId)));
}
