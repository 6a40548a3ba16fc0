import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { requests, users } from "@/db/schema";
import type { SAFETY_SUBJECTS } from "@/lib/ground/vocabulary";

const request = {
  id: requests.id,
  item: requests.item,
  description: requests.description,
  photoUrl: requests.photoUrl,
  goal: requests.goal,
  raised: requests.raised,
  isActive: requests.isActive,
  createdAt: requests.createdAt,
  deletedAt: requests.deletedAt,
};

const person = {
  id: users.id,
  username: users.username,
  name: users.name,
  createdAt: users.createdAt,
  suspendedAt: users.suspendedAt,
  hiddenAt: users.hiddenAt,
  erasedAt: users.erasedAt,
};

/** A request with its owner, or a person; null when there is none. */
export async function findSubject(
  db: Db,
  { subject, subjectId }: { subject: (typeof SAFETY_SUBJECTS)[number]; subjectId: string },
) {
  if (subject === "person") {
    const [row] = await db.select(person).from(users).where(eq(users.id, subjectId));
    return row ? { request: null, person: row } : null;
  }
  const [row] = await db
    .select({ request, person })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.userId))
    .where(eq(requests.id, subjectId));
  return row ?? null;
}
