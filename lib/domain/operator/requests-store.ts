import { and, eq, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { auditEntries, donations, requests } from "@/db/schema";
import { ANY_ACCOUNT, isHeld } from "@/lib/domain/holds/guards";
import { type MoneyDecision, Refusal } from "./types";

/** A request, and whether its owner deleted it. */
export type RequestState = Awaited<ReturnType<typeof lockRequest>>;

/**
 * Locks a request until the transaction ends: no donation can start or be credited before.
 * @throws Refusal if it does not exist, or its owner deleted it and `deleted` ones are not asked for
 */
export async function lockRequest(tx: Tx, id: string, { deleted = false } = {}) {
  const [row] = isUuid(id)
    ? await tx
        .select({
          id: requests.id,
          userId: requests.userId,
          item: requests.item,
          isActive: requests.isActive,
          isCompleted: requests.isCompleted,
          raised: requests.raised,
          deletedAt: requests.deletedAt,
        })
        .from(requests)
        .where(eq(requests.id, id))
        .for("update")
    : [];
  if (!row) throw new Refusal("No request has that id.");
  if (row.deletedAt && !deleted) throw new Refusal("Its owner deleted this request: it is hidden for good.");
  return row;
}

/** Whether a hold of the request or of its owner keeps what it raised from being paid out. */
export async function isRequestHeld(
  db: Db,
  { id, userId }: Pick<RequestState, "id" | "userId">,
  at: Date,
): Promise<boolean> {
  const owner = { userId: sql`${userId}::uuid`, accountId: ANY_ACCOUNT };
  const of = { ...owner, requestId: sql`${id}::uuid`, donationId: sql`null` };
  const [row] = await db.execute<{ held: boolean }>(sql`select ${isHeld(of, at)} as held`);
  return row?.held ?? false;
}

export async function setActive(db: Db, id: string, isActive: boolean): Promise<void> {
  await db.update(requests).set({ isActive }).where(eq(requests.id, id));
}

/** Number of pending donations to a request. */
export async function countPending(db: Db, requestId: string): Promise<number> {
  return db.$count(
    donations,
    and(eq(donations.requestId, requestId), eq(donations.paymentStatus, "pending")),
  );
}

/** What an audit entry says about a request; the title of a deleted one is null. */
export async function findDecision(db: Db, auditId: number) {
  const [row] = await db
    .select({
      action: auditEntries.action,
      money: sql<MoneyDecision | null>`${auditEntries.after} ->> 'money'`,
      reason: auditEntries.reason,
      requestId: requests.id,
      title: sql<string | null>`case when ${requests.deletedAt} is null then ${requests.item} end`,
    })
    .from(auditEntries)
    .innerJoin(requests, eq(requests.id, auditEntries.subjectId))
    .where(eq(auditEntries.id, auditId));
  return row ?? null;
}
