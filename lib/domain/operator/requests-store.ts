import { and, eq } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { donations, requests } from "@/db/schema";

/** A request as operators see it, deleted or not. */
export type RequestState = NonNullable<Awaited<ReturnType<typeof lockRequestState>>>;

/** How a request stands. The row stays locked: no donation can begin or settle before the transaction ends. */
export async function lockRequestState(tx: Tx, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await tx
    .select({
      id: requests.id,
      userId: requests.userId,
      item: requests.item,
      isActive: requests.isActive,
      isCompleted: requests.isCompleted,
      deletedAt: requests.deletedAt,
    })
    .from(requests)
    .where(eq(requests.id, id))
    .for("update");
  return row ?? null;
}

export async function setActive(db: Db, id: string, isActive: boolean): Promise<void> {
  await db.update(requests).set({ isActive }).where(eq(requests.id, id));
}

/** How many donations to a request were begun and are not decided yet. */
export async function countPending(db: Db, requestId: string): Promise<number> {
  return db.$count(
    donations,
    and(eq(donations.requestId, requestId), eq(donations.paymentStatus, "pending")),
  );
}
