import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Tx } from "@/db/client";
import { holds } from "@/db/schema";
import { timestamptz } from "@/db/statement";
import type { HoldCause } from "@/lib/ground/vocabulary";
import type { HoldSubject, NewHold } from "./types";

/** Places a hold. One that is open for the same subject and cause stays, with the later end. */
export async function placeHold(
  tx: Tx,
  { subject, cause, at, payoutId, decision = null, by = null, endsAt = null }: NewHold,
): Promise<void> {
  await liftEnded(tx, { subject, cause, at });
  const hadEnd = (column: PgColumn, value: string | null) =>
    sql`case when ${holds.endsAt} is null then ${column} else ${value} end`;
  const extended = await tx
    .update(holds)
    .set({
      // Another payout failed, perhaps for another reason.
      ...(payoutId !== undefined && { payoutId, decision }),
      // Rules without an end take over what an operator held until a day: it is in review then.
      ...(endsAt === null && {
        placedBy: hadEnd(holds.placedBy, by),
        decision: hadEnd(holds.decision, decision),
      }),
      endsAt:
        endsAt && sql`case when ends_at is null then null else greatest(ends_at, ${timestamptz(endsAt)}) end`,
    })
    .where(isOpen(subject, cause))
    .returning({ id: holds.id });
  if (extended.length > 0) return;
  await tx
    .insert(holds)
    .values({ ...subject, cause, payoutId, decision, placedAt: at, placedBy: by, endsAt })
    .onConflictDoNothing();
}

/**
 * Lifts the hold of a subject and cause whose time has run out. It is not extended and stands in no other's way: it
 * would look as if it had held all the time since.
 */
async function liftEnded(
  tx: Tx,
  { subject, cause, at }: { subject: HoldSubject; cause: HoldCause; at: Date },
): Promise<void> {
  await tx
    .update(holds)
    .set({ liftedAt: sql`${holds.endsAt}` })
    .where(and(isOpen(subject, cause), lte(holds.endsAt, at)));
}

/** Lifts the open hold of a subject and cause. Returns whether there was one. */
export async function liftHold(
  tx: Tx,
  { subject, cause, at, by = null }: { subject: HoldSubject; cause: HoldCause; at: Date; by?: string | null },
): Promise<boolean> {
  const lifted = await tx
    .update(holds)
    .set({ liftedAt: at, liftedBy: by })
    .where(isOpen(subject, cause))
    .returning({ id: holds.id });
  return lifted.length > 0;
}

function isOpen(subject: HoldSubject, cause: HoldCause): SQL | undefined {
  const of =
    "userId" in subject
      ? and(
          eq(holds.userId, subject.userId),
          subject.accountId === undefined ? isNull(holds.accountId) : eq(holds.accountId, subject.accountId),
        )
      : "requestId" in subject
        ? eq(holds.requestId, subject.requestId)
        : eq(holds.donationId, subject.donationId);
  return and(of, eq(holds.cause, cause), isNull(holds.liftedAt));
}
