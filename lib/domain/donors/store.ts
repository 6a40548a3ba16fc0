import { and, eq, isNull, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { donations, requests, users } from "@/db/schema";
import { pick, statement } from "@/db/statement";
import { shownAvatar } from "@/lib/domain/users/columns";
import type { DonorSettings } from "./rules";
import type { Face } from "./schema";
import { MOST_READ } from "./story-rules";

type DonorRow = Face & DonorSettings & { requestId: string };

/** Those who gave last and openly to these requests, the latest first; at most eight for each. */
export const selectLastDonors = statement<{ ids: string }, DonorRow>(
  () => sql`
    select ${requests.id} as "requestId", ${users.username} as username, ${shownAvatar} as avatar,
      ${users.profileImageUrl} as "profileImageUrl", ${users.anonymousProfile} as "anonymousProfile",
      ${users.hideGivenAmount} as "hideGivenAmount", ${users.erasedAt} is not null as "isErased"
    from ${requests}
    cross join lateral unnest(${requests.lastDonors}) with ordinality donor (id, place)
    inner join ${users} on ${users.id} = donor.id
    where ${requests.id} = any(${sql.placeholder("ids")}::uuid[]) and ${requests.isActive}
      and ${requests.deletedAt} is null
    order by ${requests.id}, donor.place`,
);

/** What a request's own row says of its story; null when there is none or it was deleted. Cents. */
export async function selectTold(db: Db, requestId: string) {
  if (!isUuid(requestId)) return null;
  const [row] = await db
    .select({
      donations: requests.donationCount,
      ...pick(requests, "goal", "createdAt", "completedAt"),
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
