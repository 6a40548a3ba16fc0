import { and, asc, eq, isNull, lt } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { approvals } from "@/db/schema";
import { notOwnWaiting, type Reader } from "./own-store";

/** What waits for, or got, a second operator's yes. Cents. */
export type Approval = NonNullable<Awaited<ReturnType<typeof lockApproval>>>;

/** Stores what one operator asks for; returns its id. */
export async function insertApproval(tx: Tx, approval: typeof approvals.$inferInsert): Promise<string> {
  const [row] = await tx.insert(approvals).values(approval).returning({ id: approvals.id });
  if (!row) throw new Error("an insert returned no row");
  return row.id;
}

/** What waits, the oldest first; with a person only what concerns them. */
export async function selectWaitingApprovals(
  db: Db,
  limit: number,
  { personId, reader }: Reader & { personId?: string } = {},
) {
  return db
    .select()
    .from(approvals)
    .where(
      and(
        isNull(approvals.answeredAt),
        personId ? eq(approvals.personId, personId) : undefined,
        notOwnWaiting(reader, approvals.id),
      ),
    )
    .orderBy(asc(approvals.askedAt))
    .limit(limit);
}

/** One, locked until the transaction ends: two operators cannot answer it. */
export async function lockApproval(tx: Tx, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await tx.select().from(approvals).where(eq(approvals.id, id)).for("update");
  return row ?? null;
}

export async function answerApproval(
  tx: Tx,
  id: string,
  answer: { answeredAt: Date; answeredBy: string; isApproved: boolean },
): Promise<void> {
  await tx
    .update(approvals)
    .set(answer)
    .where(and(eq(approvals.id, id), isNull(approvals.answeredAt)));
}

/** What was allowed before a time and is not finished, the oldest first. */
export async function selectUnfinished(db: Db, before: Date, limit: number): Promise<Approval[]> {
  return db
    .select()
    .from(approvals)
    .where(
      and(eq(approvals.isApproved, true), isNull(approvals.finishedAt), lt(approvals.answeredAt, before)),
    )
    .orderBy(asc(approvals.answeredAt))
    .limit(limit);
}

/** What was allowed is done, or cannot be done any more. */
export async function finishApproval(db: Db, id: string, finishedAt: Date): Promise<void> {
  await db
    .update(approvals)
    .set({ finishedAt })
    .where(and(eq(approvals.id, id), isNull(approvals.finishedAt)));
}
