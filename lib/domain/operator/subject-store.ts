import { and, eq, isNull, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import {
  type decisions,
  donationNotes,
  donations,
  photos,
  posts,
  type reports,
  requests,
  users,
} from "@/db/schema";
import { pick } from "@/db/statement";
import { photoUrlOf } from "@/lib/domain/photos/rules";
import type { SafetySubject } from "@/lib/ground/vocabulary";

/** What a report or a decision is about in a few words; null once it is gone. `isShown`: of which requests. */
export const titleOf = ({ subject, subjectId }: typeof decisions | typeof reports, isShown = sql`true`) =>
  sql<string | null>`case ${subject}
    when 'person' then (select username from users u where u.id = ${subjectId} and u.erased_at is null)
    when 'message' then (select text from donation_notes n where n.id = ${subjectId})
    when 'post' then (select text from posts p where p.id = ${subjectId})
    else (select item from requests r where r.id = ${subjectId} and ${isShown}) end`;

const request = pick(
  requests,
  "id",
  "item",
  "description",
  "photoUrl",
  "goal",
  "raised",
  "isActive",
  "createdAt",
  "deletedAt",
);
const person = pick(users, "id", "username", "name", "createdAt", "suspendedAt", "hiddenAt", "erasedAt");

const none = { request: null, person: null, message: null, post: null };

/**
 * A request or a post with its owner, a message with its donor, whom a guest's has not, or a person; null when there is
 * none.
 */
export async function findSubject(
  db: Db,
  { subject, subjectId }: { subject: SafetySubject; subjectId: string },
) {
  if (subject === "person") {
    const [row] = await db.select(person).from(users).where(eq(users.id, subjectId));
    return row ? { ...none, person: row } : null;
  }
  if (subject === "message") {
    const message = await findNote(db, subjectId);
    if (!message) return null;
    const [row] = message.donorId
      ? await db.select(person).from(users).where(eq(users.id, message.donorId))
      : [];
    return { ...none, message, person: row ?? null };
  }
  if (subject === "post") {
    const post = await findPost(db, subjectId);
    const [row] = post ? await db.select(person).from(users).where(eq(users.id, post.userId)) : [];
    return post && { ...none, post, person: row ?? null };
  }
  const [row] = await db
    .select({ request, person })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.userId))
    .where(eq(requests.id, subjectId));
  return row ? { ...none, ...row } : null;
}

/** What somebody wrote with a donation, with who gave and who received it; null when there is none. */
export async function findNote(db: Db, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({
      ...pick(donationNotes, "id", "text", "isShown", "hiddenAt", "createdAt", "requestId"),
      ...pick(donations, "donorId", "guestId", "recipientId"),
    })
    .from(donationNotes)
    .innerJoin(donations, eq(donations.id, donationNotes.donationId))
    .where(eq(donationNotes.id, id));
  return row ?? null;
}

/** What the owner of a request posted about it, with the photo; null when there is none or it was deleted. */
export async function findPost(db: Db, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({
      ...pick(posts, "id", "userId", "requestId", "kind", "text", "audience", "hiddenAt", "createdAt"),
      photo: pick(photos, "id", "width", "height"),
    })
    .from(posts)
    .leftJoin(photos, eq(photos.postId, posts.id))
    .where(and(eq(posts.id, id), isNull(posts.deletedAt)));
  if (!row) return null;
  const { photo, ...post } = row;
  const { width = null, height = null } = photo ?? {};
  const photoUrl = photo && width && height ? photoUrlOf({ id: photo.id, width, height }) : null;
  return { ...post, photoUrl };
}
