import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { users } from "@/db/schema";

/** The condition for a person's row, unless the account was erased. */
export const isPresent = (userId: string) => and(eq(users.id, userId), isNull(users.erasedAt));

/** Whether an account was erased. */
export async function isErased(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isNotNull(users.erasedAt)))) > 0;
}

/** Whether an account was erased. Locks its row, so that the answer is true until the transaction ends. */
export async function lockErased(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ erasedAt: users.erasedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");
  return row?.erasedAt != null;
}

/** Which of these accounts were not erased. Locks their rows against erasure only, until the transaction ends. */
export async function lockPresent(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.erasedAt)))
    .orderBy(users.id)
    .for("key share");
  return new Set(rows.map(({ id }) => id));
}
