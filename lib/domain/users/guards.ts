import { and, eq, inArray, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { blocks, donationNotes, donations, users } from "@/db/schema";
import { AppError } from "@/lib/ground/errors";
import { USERNAME_PATTERN } from "./rules";
import type { Looker, Reader, Viewer } from "./types";

/** The condition for a person's row, unless the account was erased. */
export const isPresent = (userId: string) => and(eq(users.id, userId), isNull(users.erasedAt));

/** The account that has a username, in any case, and whether an operator hid it; null if there is none. */
export async function findAccount(
  db: Db,
  username: string,
): Promise<{ id: string; isHidden: boolean } | null> {
  if (!USERNAME_PATTERN.test(username)) return null;
  const [row] = await db
    .select({ id: users.id, isHidden: sql<boolean>`${users.hiddenAt} is not null` })
    .from(users)
    .where(and(eq(sql`lower(${users.username})`, username.toLowerCase()), isNull(users.erasedAt)));
  return row ?? null;
}

/** Whether something that an operator hid is there for somebody: for its owner and for operators only (D57). */
export const isVisibleTo = (viewer: Looker, { ownerId, isHidden }: { ownerId: string; isHidden: boolean }) =>
  !isHidden || viewer.id === ownerId || viewer.isOperator;

/** Whether one of two people blocked the other, or the first the second (safety.md, Block). */
export async function isBlockedBetween(
  db: Db,
  first: string,
  second: string,
  by: "either" | "first" = "either",
): Promise<boolean> {
  const forth = and(eq(blocks.blockerId, first), eq(blocks.blockedId, second));
  const back = and(eq(blocks.blockerId, second), eq(blocks.blockedId, first));
  return (await db.$count(blocks, by === "first" ? forth : or(forth, back))) > 0;
}

/** Whom somebody blocked and who blocked them, as an array that a query reads once; empty for a visitor. */
export const counterpartsOf = (userId: SQLWrapper): SQL<string[]> => sql`array(
  select ${blocks.blockedId} from ${blocks} where ${blocks.blockerId} = ${userId}::uuid
  union all select ${blocks.blockerId} from ${blocks} where ${blocks.blockedId} = ${userId}::uuid)`;

/** A donation `d` that its recipient has, and that does not go back. */
export const isKept = sql`d.payment_status = 'completed' and d.credited_at is not null and d.refund_reason is null`;

/**
 * Whether a message with a donation may be read: no decision hides it, its recipient has the donation (payments.md,
 * Donations), and neither its donor nor the reader blocked the other (safety.md, Block). `readerId`: null for a report,
 * which no block prevents here.
 */
export const isReadable = (
  readerId: SQLWrapper | null,
): SQL<boolean> => sql`${donationNotes.hiddenAt} is null and exists (
  select from ${donations} d where d.id = ${donationNotes.donationId} and ${isKept} and not exists (
    select from ${blocks} b where (b.blocker_id, b.blocked_id) in ((d.donor_id, ${readerId}), (${readerId}, d.donor_id))))`;

/** Whether somebody gave to a request what its owner still has. */
export function hasGivenTo(requestId: SQLWrapper, { viewer, guestId = null }: Reader): SQL<boolean> {
  const donorId = viewer?.id ?? null;
  return sql<boolean>`exists (
    select from ${donations} d where d.request_id = ${requestId} and ${isKept}
      and (d.donor_id = ${donorId}::uuid or d.guest_id = ${guestId}::uuid))`;
}

/** Whether an operator's decision hides somebody. */
export async function isHidden(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isNotNull(users.hiddenAt)))) > 0;
}

/** Whether an account was erased. */
export async function isErased(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isNotNull(users.erasedAt)))) > 0;
}

/** Whether an account was erased. Locks its row, so that the answer is true until the transaction ends. */
export async function lockErased(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ erasedAt: users.erasedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");
  return row?.erasedAt != null;
}

/** Who calls a use case, with the round of their session as it was read; without it they call without a session. */
export type Caller = Pick<Viewer, "id"> & Partial<Pick<Viewer, "accessRound">>;

/**
 * Locks the row of a person who adds something that lets in or sends out. Refuses whose sessions were ended since
 * theirs was read: a reset must not be overtaken by what was begun before it (trust 41).
 * @throws AppError UNAUTHENTICATED, ACCOUNT_CONTESTED
 */
export async function lockCaller(tx: Tx, { id, accessRound }: Caller): Promise<void> {
  const [row] = await tx
    .select({ accessRound: users.accessRound, contestedBy: users.contestedBy })
    .from(users)
    .where(isPresent(id))
    .for("no key update");
  if (!row || (accessRound ?? row.accessRound) !== row.accessRound) throw new AppError("UNAUTHENTICATED");
  if (row.contestedBy !== null) throw new AppError("ACCOUNT_CONTESTED");
}

/**
 * Which of these accounts were not erased. Locks their rows until the transaction ends, against erasure only, or with
 * `update` against everybody else who calls this.
 */
export async function lockPresent(
  tx: Tx,
  ids: readonly string[],
  against: "key share" | "update" = "key share",
): Promise<Set<string>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.erasedAt)))
    .orderBy(users.id)
    .for(against);
  return new Set(rows.map(({ id }) => id));
}
