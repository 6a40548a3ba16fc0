import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { holds, users } from "@/db/schema";
import { pick } from "@/db/statement";

/** An account that two addresses claim, since when it can only be read. */
export type ContestedAccount = Awaited<ReturnType<typeof selectContested>>[number];

const columns = {
  ...pick(users, "id", "username"),
  oldAddress: users.email,
  newAddress: sql<string>`${users.contestedBy}`,
  since: holds.placedAt,
};

const isOpen = and(eq(holds.userId, users.id), eq(holds.cause, "ownership"), isNull(holds.liftedAt));

/** The accounts that two addresses claim, the longest waiting first (D52). */
export async function selectContested(db: Db) {
  return db
    .select(columns)
    .from(users)
    .innerJoin(holds, isOpen)
    .where(isNotNull(users.contestedBy))
    .orderBy(asc(holds.placedAt));
}

/** A contested account, locked until the transaction ends; null if nobody contests it. */
export async function lockContested(tx: Tx, userId: string): Promise<ContestedAccount | null> {
  const [row] = await tx
    .select(columns)
    .from(users)
    .innerJoin(holds, isOpen)
    .where(and(eq(users.id, userId), isNotNull(users.contestedBy)))
    .for("no key update", { of: users });
  return row ?? null;
}
