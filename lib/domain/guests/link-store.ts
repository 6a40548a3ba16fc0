import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { giftLinks, knownBrowsers, requests, users } from "@/db/schema";

/** A gift link that works, with whose request it is for. */
export type OpenLink = { id: string; requestId: string; ownerId: string };

/** Whose a request is, and whether others see it; null where there is none or it was deleted. */
export async function findOwner(db: Db, requestId: string) {
  const [row] = await db
    .select({ ownerId: requests.userId, isActive: requests.isActive })
    .from(requests)
    .where(and(eq(requests.id, requestId), isNull(requests.deletedAt)));
  return row ?? null;
}

/** The token of a request's link, which is made if there is none; the same until it is revoked. */
export async function ensureLink(
  db: Db,
  link: { requestId: string; token: string; createdAt: Date },
): Promise<string | null> {
  await db.insert(giftLinks).values(link).onConflictDoNothing();
  return findToken(db, link.requestId);
}

/** The link of a request that works. */
const isLinkOf = (requestId: string) => and(eq(giftLinks.requestId, requestId), isNull(giftLinks.revokedAt));

/** The token of a request's link, if it has one. */
export async function findToken(db: Db, requestId: string): Promise<string | null> {
  const [row] = await db.select({ token: giftLinks.token }).from(giftLinks).where(isLinkOf(requestId));
  return row?.token ?? null;
}

/** Revokes a request's link, if there is one. */
export async function revokeLink(db: Db, requestId: string, at: Date): Promise<void> {
  await db.update(giftLinks).set({ revokedAt: at }).where(isLinkOf(requestId));
}

/** The link with a token, unless it was revoked or its request is not there any more. */
export async function findLink(db: Db, token: string): Promise<OpenLink | null> {
  const [row] = await db
    .select({ id: giftLinks.id, requestId: giftLinks.requestId, ownerId: requests.userId })
    .from(giftLinks)
    .innerJoin(requests, eq(requests.id, giftLinks.requestId))
    .where(
      and(
        eq(giftLinks.token, token),
        isNull(giftLinks.revokedAt),
        isNull(requests.deletedAt),
        eq(requests.isActive, true),
      ),
    );
  return row ?? null;
}

/** Whether an address is a person's own, which they confirmed, or a browser one from which they signed in. */
export async function isOwn(
  db: Db,
  userId: string,
  { email, browser }: { email: string; browser: string | null },
): Promise<boolean> {
  const isAddress = sql`${users.emailVerified} is not null and lower(${users.email}) = ${email}`;
  const isBrowser = sql`exists (select from ${knownBrowsers} k where k.user_id = ${userId} and k.browser = ${browser})`;
  return (await db.$count(users, and(eq(users.id, userId), or(isAddress, isBrowser)))) > 0;
}
