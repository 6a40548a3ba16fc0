import { and, eq, isNull, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { donations, requests } from "@/db/schema";
import { MOST_READ } from "./story-rules";

/** What a request's own row tells of its story; null when there is none or it was deleted. Cents. */
export async function selectTold(db: Db, requestId: string) {
  if (!isUuid(requestId)) return null;
  const [row] = await db
    .select({
      donations: requests.donationCount,
      goal: requests.goal,
      createdAt: requests.createdAt,
      completedAt: requests.completedAt,
      ownerId: requests.userId,
      isHidden: sql<boolean>`not ${requests.isActive}`,
    })
    .from(requests)
    .where(and(eq(requests.id, requestId), isNull(requests.deletedAt)));
  return row ?? null;
}

/** Donations to a request in no order, at most one more than a story reads. Cents. */
export async function selectDonations(db: Db, requestId: string) {
  return db
    .select({
      creditedAt: donations.creditedAt,
      isCompleted: sql<boolean>`${donations.paymentStatus} = 'completed'`,
      left: sql<number>`${donations.amount} - ${donations.returnedAmount}`,
      thankedAt: donations.thankedAt,
    })
    .from(donations)
    .where(eq(donations.requestId, requestId))
    .limit(MOST_READ + 1);
}
