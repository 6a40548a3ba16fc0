import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Tx } from "@/db/client";
import { decisions, donations, holds, requests, users } from "@/db/schema";
import { pick } from "@/db/statement";
import { hasCard } from "@/lib/domain/users/columns";
import { isPresent } from "@/lib/domain/users/guards";

/** The first key of the advisory locks of `lockPlaces`. */
const PLACES = 7_483_203;

/**
 * Lets one transaction at a time place a person's requests in the feed, so that no request is created while a
 * subscription begins or ends. Taken before every other lock.
 */
export async function lockPlaces(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, ${PLACES}))`);
}

/** Locks all of a person's requests against settlements and changes until the transaction ends. */
export async function lockRequestsOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .select({ id: requests.id })
    .from(requests)
    .where(and(eq(requests.userId, userId), isNull(requests.deletedAt)))
    .orderBy(requests.id)
    .for("no key update");
}

/** What decides whether a person may create a request. Locks their row, so that limits are counted one at a time. */
export async function lockOwner(tx: Tx, userId: string) {
  const [row] = await tx
    .select({
      ...pick(users, "paymentMethod", "paypalEmail", "hiddenAt"),
      hasCard,
      /** A decision about the person runs, and applies to what they ask for from now on. */
      hasDecisions: sql<boolean>`exists (
        select from ${decisions} where ${decisions.personId} = ${userId} and ${decisions.subject} = 'person'
          and ${decisions.liftedAt} is null)`,
      ...pick(users, "subscriptionTier", "subscriptionExpiry"),
    })
    .from(users)
    .where(isPresent(userId))
    .for("no key update");
  return row ?? null;
}

/** Whether a request, by its name in the query, takes donations now, as far as `givingOff` says so. */
export const takesDonations = (request: SQLWrapper): SQL => sql`(
  ${request}.closed_at is null and ${request}.paused_at is null and ${request}.giving_off_at is null
  and not exists (select from ${users} o where o.id = ${request}.user_id and o.donations_paused_at is not null))`;

/** The condition that a row of `requests` is kept (D21): what was given to it, also in vain, or why it was held. */
export const isKept = sql<boolean>`(
  exists (select from ${donations} d where d.request_id = ${requests}.id)
  or exists (select from ${holds} h where h.request_id = ${requests}.id))`;
