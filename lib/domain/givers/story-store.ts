import { and, eq, isNull, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { donations, requests, users } from "@/db/schema";
import { shownAvatar } from "@/lib/domain/users/columns";
import { isShownAsGiver } from "@/lib/domain/users/guards";
import { MOST_READ } from "./story-rules";

/** What a request's own row tells of its story; null when there is none or it was deleted. Cents. */
export async function selectTold(db: Db, requestId: string) {
  if (!isUuid(requestId)) return null;
  const [row] = await db
    .select({
      gifts: requests.givers,
      goal: requests.goal,
      createdAt: requests.createdAt,
      completedAt: requests.completedAt,
    })
    .from(requests)
    .where(and(eq(requests.id, requestId), isNull(requests.deletedAt)));
  return row ?? null;
}

/** Who of the last people that gave openly is shown as a giver now, newest first. */
export async function selectGivers(db: Db, requestId: string) {
  return db
    .select({ username: users.username, avatar: shownAvatar, profileImageUrl: users.profileImageUrl })
    .from(requests)
    .innerJoin(users, sql`${users.id} = any(${requests.lastGivers})`)
    .where(and(eq(requests.id, requestId), isShownAsGiver))
    .orderBy(sql`array_position(${requests.lastGivers}, ${users.id})`);
}

/** Donations to a request in no order, at most one more than a story reads. Cents. */
export async function selectGifts(db: Db, requestId: string) {
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
