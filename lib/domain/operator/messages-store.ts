import { and, asc, count, desc, eq, gt, inArray, isNotNull, min, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { mails, users } from "@/db/schema";
import { beyond, pick } from "@/db/statement";
import { notAboutOwn, notOf, type Reader } from "./own-store";
import type { Part } from "./pages-store";

/** A message in the outbox, its person by id only: null where it goes to the operator. */
export type MessageRecord = Awaited<ReturnType<typeof lockFailed>>[number];

const columns = {
  ...pick(mails, "id", "channel", "stream", "kind", "cause"),
  personId: mails.userId,
  ...pick(mails, "state", "attempts", "reason", "createdAt", "dueAt", "finishedAt"),
};

/** It goes to somebody else, and is about nothing of the reader's. */
export const notOwnMessage = (reader: string | undefined) =>
  and(notOf(reader, mails.userId), notAboutOwn(reader, mails.cause));

/** What waits, account messages first. */
export async function selectWaiting(db: Db) {
  return db
    .select({
      ...pick(mails, "stream", "kind", "channel"),
      messages: count(),
      retried: sql<number>`count(*) filter (where ${mails.attempts} > 0)`.mapWith(Number),
      oldest: min(mails.createdAt),
    })
    .from(mails)
    .where(inArray(mails.state, ["due", "sending"]))
    .groupBy(mails.stream, mails.kind, mails.channel)
    .orderBy(asc(mails.stream), asc(mails.kind), asc(mails.channel));
}

/** What failed for good since a time, newest first. */
export async function selectFailed(
  db: Db,
  { since, after, limit, reader }: Part & { since: Date },
): Promise<MessageRecord[]> {
  const { state, finishedAt, id } = mails;
  return db
    .select(columns)
    .from(mails)
    .where(
      and(
        eq(state, "failed"),
        gt(finishedAt, since),
        notOwnMessage(reader),
        beyond(finishedAt, id, after, "newest"),
      ),
    )
    .orderBy(desc(mails.finishedAt), desc(mails.id))
    .limit(limit);
}

/** Who has an address that refuses mail, the last first. */
export async function selectBounced(db: Db, { after, limit, reader }: Part) {
  const { id, username, emailBouncedAt } = users;
  const rows = await db
    .select({ id, username, bouncedAt: emailBouncedAt })
    .from(users)
    .where(and(isNotNull(emailBouncedAt), notOf(reader, id), beyond(emailBouncedAt, id, after, "newest")))
    .orderBy(desc(emailBouncedAt), desc(id))
    .limit(limit);
  return rows.flatMap(({ bouncedAt, ...person }) => (bouncedAt ? [{ ...person, bouncedAt }] : []));
}

/** One message; null when there is none. */
export async function findMessage(
  db: Db,
  id: string,
  { reader }: Reader = {},
): Promise<MessageRecord | null> {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select(columns)
    .from(mails)
    .where(and(eq(mails.id, id), notOwnMessage(reader)));
  return row ?? null;
}

/** Failed messages, of one id or all that failed after a time, locked until the transaction ends. */
export async function lockFailed(tx: Tx, filter: { id: string } | { after: Date }) {
  return tx
    .select(columns)
    .from(mails)
    .where(
      and(
        eq(mails.state, "failed"),
        "id" in filter ? eq(mails.id, filter.id) : gt(mails.finishedAt, filter.after),
      ),
    )
    .orderBy(mails.id)
    .for("update");
}

/** Makes failed messages due again, with all their attempts. */
export async function makeDue(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(mails)
    .set({ state: "due", dueAt: at, attempts: 0, reason: null, finishedAt: null })
    .where(inArray(mails.id, [...ids]));
}
