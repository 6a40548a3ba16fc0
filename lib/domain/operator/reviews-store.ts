import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { requestFlags, requests, users } from "@/db/schema";
import type { ReviewRule } from "@/lib/domain/safety/review-rules";

/** The flags of some requests, as first raised; `clearedAt` where an operator found one harmless. */
export async function selectFlags(db: Db, requestIds: readonly string[]) {
  if (requestIds.length === 0) return [];
  const { requestId, points, evidence, createdAt, clearedAt } = requestFlags;
  return db
    .select({
      requestId,
      rule: sql<ReviewRule>`${requestFlags.rule}`,
      points,
      evidence,
      createdAt,
      clearedAt,
    })
    .from(requestFlags)
    .where(inArray(requestId, [...requestIds]))
    .orderBy(asc(createdAt), asc(requestFlags.rule));
}

/** Requests as they are compared, also deleted ones, with their owners. Cents. */
export async function selectCompared(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { id, item, description, goal, raised, photoUrl, createdAt, deletedAt } = requests;
  return db
    .select({
      id,
      item,
      description,
      goal,
      raised,
      photoUrl,
      createdAt,
      deletedAt,
      owner: { id: users.id, username: users.username, createdAt: users.createdAt },
    })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.userId))
    .where(inArray(id, [...ids]));
}

/**
 * The operator's id where the flags of a request name them too: they are paid to the same bank account, they
 * gave to the request from the requester's browser, or the request is like one of theirs; else null. They do not judge
 * it.
 */
export async function namedBeside(
  db: Db,
  operatorId: string,
  { personId, requestId }: { personId: string; requestId: string | null },
): Promise<string | null> {
  const [row] = await db.execute<{ is_named: boolean }>(sql`
    select exists (
      select from payee_accounts own join payee_accounts other using (bank_hash)
      where own.user_id = ${operatorId} and other.user_id = ${personId}
    ) or exists (
      select from known_browsers own join known_browsers other using (browser)
      join donations d on d.donor_id = own.user_id and d.request_id = ${requestId}::uuid
      where own.user_id = ${operatorId} and other.user_id = ${personId}
    ) or exists (
      select from request_flags f join requests r on r.id::text = f.evidence->>'requestId'
      where f.request_id = ${requestId}::uuid and r.user_id = ${operatorId}
    ) as is_named`);
  return row?.is_named ? operatorId : null;
}

/** Clears the flags of a request that an operator found harmless. */
export async function clearFlags(
  tx: Tx,
  requestId: string,
  clearedAt: Date,
  clearedBy: string,
): Promise<number> {
  const rows = await tx
    .update(requestFlags)
    .set({ clearedAt, clearedBy })
    .where(and(eq(requestFlags.requestId, requestId), isNull(requestFlags.clearedAt)))
    .returning({ rule: requestFlags.rule });
  return rows.length;
}
