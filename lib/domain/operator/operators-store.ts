import { and, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { users } from "@/db/schema";
import type { OperatorPerson } from "./types";

/** Who has the role, and whose account is not suspended or claimed by two addresses (C224). */
const mayOperate = and(
  isNotNull(users.operatorSince),
  isNull(users.erasedAt),
  isNull(users.suspendedAt),
  isNull(users.contestedBy),
);

async function find(db: Db, where: SQL): Promise<OperatorPerson | null> {
  const [row] = await db
    .select({ id: users.id, name: users.username })
    .from(users)
    .where(and(where, mayOperate));
  return row ?? null;
}

/** The operator with a username, in any case; null for everybody else. */
export async function findOperator(db: Db, username: string): Promise<OperatorPerson | null> {
  return find(db, eq(sql`lower(${users.username})`, username.toLowerCase()));
}

/** The operator with an id; null when they may not act any more. */
export async function findOperatorById(db: Db, id: string): Promise<OperatorPerson | null> {
  return find(db, eq(users.id, id));
}

/** Whether anybody else is an operator, also one who may not act now, as while their account is contested. */
export async function hasColleague(db: Db, operatorId: string): Promise<boolean> {
  const others = and(isNotNull(users.operatorSince), isNull(users.erasedAt), ne(users.id, operatorId));
  return (await db.$count(users, others)) > 0;
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
        since ? isNull(users.operatorSince) : isNotNull(users.operatorSince),
      ),
    )
    .returning({ id: users.id });
  return rows.length > 0;
}
