import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { deliveries, donationNotes, donations, guests, posts, requests, users } from "@/db/schema";
import { pick, statement } from "@/db/statement";
import { nameColumns, shownAvatar } from "@/lib/domain/users/columns";
import { isReadable } from "@/lib/domain/users/guards";
import type { DonorSettings } from "./rules";
import type { Face } from "./schema";
import { MOST_READ } from "./story-rules";

/** How many of the latest messages with donations are shown. */
const NOTES_SHOWN = 20;

type DonorRow = Face & DonorSettings & { requestId: string };

/** Those who gave last and openly to these requests and are not hidden, the latest first; at most eight for each. */
export const selectLastDonors = statement<{ ids: string }, DonorRow>(
  () => sql`
    select ${requests.id} as "requestId", ${users.username} as username, ${shownAvatar} as avatar,
      ${users.profileImageUrl} as "profileImageUrl", ${users.anonymousProfile} as "anonymousProfile",
      ${users.hideGivenAmount} as "hideGivenAmount", ${users.erasedAt} is not null as "isErased"
    from ${requests}
    cross join lateral unnest(${requests.lastDonors}) with ordinality donor (id, place)
    inner join ${users} on ${users.id} = donor.id
    where ${requests.id} = any(${sql.placeholder("ids")}::uuid[]) and ${requests.isActive}
      and ${requests.deletedAt} is null and ${users.hiddenAt} is null
    order by ${requests.id}, donor.place`,
);

/** What a request's own row says of its story; null when there is none or it was deleted. Cents. */
export async function selectStory(db: Db, requestId: string) {
  if (!isUuid(requestId)) return null;
  const [row] = await db
    .select({
      donations: requests.donationCount,
      ...pick(requests, "goal", "createdAt", "completedAt"),
      ...pick(deliveries, "paidOutAt", "deliveredAt"),
      thankedAllAt: sql<Date | null>`(
        select min(p.created_at) from ${posts} p
        where p.request_id = ${requests.id} and p.kind = 'thanks' and p.hidden_at is null and p.deleted_at is null)`.mapWith(
        posts.createdAt,
      ),
      ownerId: requests.userId,
      isHidden: sql<boolean>`not ${requests.isActive}`,
    })
    .from(requests)
    .leftJoin(deliveries, eq(deliveries.requestId, requests.id))
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

/** The latest messages with donations that a request has and a person may read: for others those that may be shown. */
export async function selectNotes(
  db: Db,
  requestId: string,
  { viewerId, isOwner }: { viewerId: string; isOwner: boolean },
) {
  return db
    .select({
      ...pick(donationNotes, "id", "text", "isShown"),
      ...pick(donations, "donorId", "anonymous"),
      creditedAt: sql<Date>`${donations.creditedAt}`.mapWith(donations.creditedAt),
      guestName: guests.name,
      donor: { ...nameColumns(users), hideGivenAmount: users.hideGivenAmount },
    })
    .from(donationNotes)
    .innerJoin(donations, eq(donations.id, donationNotes.donationId))
    .leftJoin(users, eq(users.id, donations.donorId))
    .leftJoin(guests, eq(guests.id, donations.guestId))
    .where(
      and(
        eq(donationNotes.requestId, requestId),
        isReadable(sql`${viewerId}::uuid`),
        isOwner ? undefined : and(eq(donationNotes.isShown, true), isNull(users.hiddenAt)),
      ),
    )
    .orderBy(desc(donationNotes.createdAt))
    .limit(NOTES_SHOWN);
}

/** Shows a message with a donation to its recipient only. False unless the request is theirs. */
export async function setNoteHidden(db: Db, ownerId: string, id: string): Promise<boolean> {
  const ofOwner = db.select({ id: requests.id }).from(requests).where(eq(requests.userId, ownerId));
  const rows = await db
    .update(donationNotes)
    .set({ isShown: false })
    .where(and(eq(donationNotes.id, id), inArray(donationNotes.requestId, ofOwner)))
    .returning({ id: donationNotes.id });
  return rows.length > 0;
}
