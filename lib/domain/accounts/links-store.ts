import { and, desc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { accountLinks, newId, users } from "@/db/schema";
import { pick, timestamptz } from "@/db/statement";
import type { LinkPurpose } from "@/lib/ground/vocabulary";

type NewLink = Omit<typeof accountLinks.$inferSelect, "id" | "usedAt">;

/** Inserts a link and returns its id. Nothing is inserted for an account that does not exist or was erased. */
export async function insertLink(tx: Tx, link: NewLink): Promise<string> {
  const id = newId();
  await tx.execute(sql`insert into account_links (id, user_id, purpose, token_hash, address, created_at, expires_at, trusted_at)
    select ${id}::uuid, id, ${link.purpose}::link_purpose, ${link.tokenHash}, ${link.address},
      ${timestamptz(link.createdAt)}, ${timestamptz(link.expiresAt)},
      ${link.trustedAt?.toISOString() ?? null}::timestamptz
    from users where id = ${link.userId}::uuid and erased_at is null`);
  return id;
}

const linkColumns = {
  ...pick(accountLinks, "id", "userId", "purpose", "address", "createdAt", "expiresAt", "usedAt"),
  ...pick(accountLinks, "trustedAt"),
  /** The account's address now; null once it is erased. */
  email: sql<string | null>`case when ${users.erasedAt} is null then ${users.email} end`,
  ...pick(users, "username", "name"),
};

const select = (db: Db) =>
  db.select(linkColumns).from(accountLinks).innerJoin(users, eq(users.id, accountLinks.userId));

/** A link with its account. */
export type LinkRow = NonNullable<Awaited<ReturnType<typeof findLinkByHash>>>;

export async function findLinkByHash(db: Db, tokenHash: string) {
  const [row] = await select(db).where(eq(accountLinks.tokenHash, tokenHash));
  return row ?? null;
}

export async function findLinkById(db: Db, id: string): Promise<LinkRow | null> {
  const [row] = await select(db).where(eq(accountLinks.id, id));
  return row ?? null;
}

const isOpen = (at: Date) => and(isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, at));

/** Of a person's open links of these purposes the one that ends last. */
export async function findOpenLink(db: Db, userId: string, purposes: LinkPurpose[], at: Date) {
  const [row] = await db
    .select(pick(accountLinks, "address", "expiresAt"))
    .from(accountLinks)
    .where(and(eq(accountLinks.userId, userId), inArray(accountLinks.purpose, purposes), isOpen(at)))
    .orderBy(desc(accountLinks.expiresAt))
    .limit(1);
  return row ?? null;
}

/** Uses a link; false if it was used meanwhile. */
export async function markLinkUsed(tx: Tx, id: string, at: Date): Promise<boolean> {
  const rows = await tx
    .update(accountLinks)
    .set({ usedAt: at })
    .where(and(eq(accountLinks.id, id), isOpen(at)))
    .returning({ id: accountLinks.id });
  return rows.length > 0;
}

/** Ends a person's open links of these purposes, or those of them that were made after a time. */
export async function endLinks(
  tx: Tx,
  userId: string,
  { purposes, at, madeAfter }: { purposes: LinkPurpose[]; at: Date; madeAfter?: Date },
): Promise<void> {
  await tx
    .update(accountLinks)
    .set({ expiresAt: at })
    .where(
      and(
        eq(accountLinks.userId, userId),
        inArray(accountLinks.purpose, purposes),
        isOpen(at),
        madeAfter && gt(accountLinks.createdAt, madeAfter),
      ),
    );
}

/** Deletes links that ended before a time. */
export async function deleteLinksBefore(db: Db, before: Date): Promise<void> {
  await db.delete(accountLinks).where(lt(accountLinks.expiresAt, before));
}
