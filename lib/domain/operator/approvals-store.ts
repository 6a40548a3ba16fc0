import { and, asc, eq, isNull } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { approvals } from "@/db/schema";

/** What waits for, or got, a second operator's yes. Cents. */
export type Approval = NonNullable<Awaited<ReturnType<typeof lockApproval>>>;

/** Stores what one operator asks for; returns its id. */
export async function insertApproval(tx: Tx, approval: typeof approvals.$inferInsert): Promise<string> {
  const [row] = await tx.insert(approvals).values(approval).returning({ id: approvals.id });
  if (!row) throw new Error("an insert returned no row");
  return row.id;
}

/** What waits, the oldest first. */
export async function selectWaitingApprovals(db: Db, limit: number) {
  return db
    .select()
    .from(approvals)
    .where(isNull(approvals.answeredAt))
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
