import { and, eq, isNotNull } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { donations, requests } from "@/db/schema";
import { pick } from "@/db/statement";
import { Refusal } from "./types";

/**
 * Locks a request until the transaction ends: no donation can start or be credited before.
 * @throws Refusal if it does not exist, or its owner deleted it and `deleted` ones are not asked for
 */
export async function lockRequest(tx: Tx, id: string, { deleted = false } = {}) {
  const [row] = isUuid(id)
    ? await tx
        .select(pick(requests, "id", "userId", "item", "isActive", "isCompleted", "raised", "deletedAt"))
        .from(requests)
        .where(eq(requests.id, id))
        .for("update")
    : [];
  if (!row) throw new Refusal("No request has that id.", "unknown");
  if (row.deletedAt && !deleted) throw new Refusal("Its owner deleted this request: it is hidden for good.");
  return row;
}

/** Whose a request is, also a deleted one. */
export async function findRequestOwner(db: Db, id: string): Promise<string | null> {
  const [row] = await db.select({ userId: requests.userId }).from(requests).where(eq(requests.id, id));
  return row?.userId ?? null;
}

/** Number of pending donations to a request. */
export async function countPending(db: Db, requestId: string): Promise<number> {
  return db.$count(
    donations,
    and(eq(donations.requestId, requestId), eq(donations.paymentStatus, "pending")),
  );
}

/** Whether its owner deleted a request. */
export async function isDeleted(db: Db, id: string): Promise<boolean> {
  return (await db.$count(requests, and(eq(requests.id, id), isNotNull(requests.deletedAt)))) > 0;
}
