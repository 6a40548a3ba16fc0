import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { users } from "@/db/schema";

/** The operator with a username, in any case; null for everybody else. */
export async function findOperator(db: Db, username: string): Promise<{ id: string; name: string } | null> {
  const [row] = await db
    .select({ id: users.id, name: users.username })
    .from(users)
    .where(
      and(
        eq(sql`lower(${users.username})`, username.toLowerCase()),
        sql`${users.operatorSince} is not null`,
        isNull(users.erasedAt),
      ),
    );
  return row ?? null;
}

/** The operator with an id; null when they are none any more. */
export async function findOperatorById(db: Db, id: string): Promise<{ id: string; name: string } | null> {
  const [row] = await db
    .select({ id: users.id, name: users.username })
    .from(users)
    .where(and(eq(users.id, id), sql`${users.operatorSince} is not null`, isNull(users.erasedAt)));
  return row ?? null;
}

/** Since when somebody is an operator; null takes the role. False if nothing changed. */
export async function setOperatorSince(db: Db, userId: string, since: Date | null): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ operatorSince: since })
    .where(
      and(
        eq(users.id, userId),
        isNull(users.erasedAt),
        since ? isNull(users.operatorSince) : sql`${users.operatorSince} is not null`,
      ),
    )
    .returning({ id: users.id });
  return rows.length > 0;
}
