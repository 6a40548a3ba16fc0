import { and, eq, gt, inArray, isNull, lte, not, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { firstOf, paymentIdsOf } from "@/db/provider-ids";
import { donations, dueChecks, holds, payeeAccounts, payouts, users } from "@/db/schema";
import { pick, timestamptz } from "@/db/statement";
import { isHeld } from "@/lib/domain/holds/guards";
import { env } from "@/lib/ground/env";
import type { PaidBy, PaymentProvider } from "@/lib/ground/vocabulary";
import type { Batch } from "./once-each";
import { FIRST_PAYOUT_DAYS, HOLDS_MONEY, RELEASE_DAYS } from "./rules";
import { isTaken, isToBePaid, leftAmount } from "./sql-store";

/** The soonest release of any donation, in days after it settled. */
const SOONEST = Math.min(...Object.values(RELEASE_DAYS));

/** The account of the provider that the recipient chose, else one with a balance; among those the latest. */
function accountOf(providers: readonly PaymentProvider[]): SQL {
  const isChosen = sql`a.provider::text is not distinct from ${users.paymentMethod}::text`;
  return sql`(
    select a.id from ${payeeAccounts} a
    where a.user_id = ${users.id} and a.closed_at is null and a.abandoned_at is null and a.provider_account_id is not null
      and a.provider::text = any(${list(providers)})
      and (${isChosen} or a.provider::text = any(${list(withBalance(providers))}))
    order by ${isChosen} desc, a.created_at desc limit 1)`;
}

const withBalance = (providers: readonly PaymentProvider[]) =>
  providers.filter((provider) => HOLDS_MONEY[provider]);

const list = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;

/** When the first payout of `users` arrived that did not fail afterwards. */
export const firstPayoutAt = sql<Date | null>`(
  select min(p.paid_at) from ${payouts} p where p.user_id = "users"."id" and p.state <> 'failed')`.mapWith(
  payouts.paidAt,
);

/** Until when nothing moves to `users` after a reset password or a new bank account. */
export const heldUntil = sql<Date | null>`greatest("users"."payouts_held_until", (
  select max(h.ends_at) from ${holds} h
  where h.user_id = "users"."id" and h.cause = 'new_bank_account' and h.lifted_at is null))`.mapWith(
  users.payoutsHeldUntil,
);

/** What can hold a donation on its way to an account. */
const subjects = {
  userId: donations.recipientId,
  accountId: payeeAccounts.id,
  requestId: donations.requestId,
  donationId: donations.id,
};

/** What decides whether donations can be moved, and what a transfer of them needs. Amounts in cents. */
export type Donation = Awaited<ReturnType<typeof selectDonations>>[number];

/** The donations with these ids, for a deployment that pays by these providers. */
export async function selectDonations(
  db: Db,
  ids: readonly string[],
  { providers, at }: { providers: readonly PaymentProvider[]; at: Date },
) {
  if (ids.length === 0) return [];
  return db
    .select({
      ...pick(donations, "id", "requestId"),
      userId: donations.recipientId,
      currency: donations.currency,
      left: leftAmount,
      paymentMethod: donations.paymentMethod,
      paymentId: firstOf<string | null>(paymentIdsOf(donations)),
      chargeId: donations.chargeId,
      settledAt: sql<Date>`${donations.settledAt}`.mapWith(donations.settledAt),
      paidBy: sql<PaidBy>`coalesce(${donations.paidBy}, 'other')`,
      isOwed: donations.isOwed,
      isGoingBack: sql<boolean>`${donations.refundReason} is not null`,
      isTaken,
      isHeld: sql<boolean>`${isHeld(subjects, at)}`,
      isUnchecked: sql<boolean>`exists (select from ${dueChecks} c where c.request_id = ${donations.requestId})`,
      isErased: sql<boolean>`${users.erasedAt} is not null`,
      firstPayoutAt,
      heldUntil,
      account: pick(payeeAccounts, "id", "provider", "providerAccountId", "transfers", "payouts", "closedAt"),
    })
    .from(donations)
    .innerJoin(users, eq(users.id, donations.recipientId))
    .leftJoin(payeeAccounts, eq(payeeAccounts.id, accountOf(providers)))
    .where(isOneOf(ids))
    .orderBy(donations.settledAt, donations.id);
}

/**
 * Up to `limit` donations after the last one of the batch before that may be movable now: `canMove` decides. Only those
 * to accounts with a balance; others are moved by their payout.
 */
export async function selectMovable(
  db: Db,
  { providers, at, after, limit }: Batch & { providers: readonly PaymentProvider[]; at: Date },
): Promise<{ id: string }[]> {
  return db
    .select({ id: donations.id })
    .from(donations)
    .innerJoin(users, eq(users.id, donations.recipientId))
    .innerJoin(payeeAccounts, eq(payeeAccounts.id, accountOf(providers)))
    .where(
      and(
        isOpenDonation(at),
        isReleased(at),
        sql`not ${isHeld(subjects, at)}`,
        inArray(payeeAccounts.provider, withBalance(providers)),
        eq(payeeAccounts.transfers, "active"),
        eq(payeeAccounts.payouts, "active"),
        isNull(users.erasedAt),
        after === null ? undefined : gt(donations.id, after),
      ),
    )
    .orderBy(donations.id)
    .limit(limit);
}

/** Owed, not going back, not taken by a transfer, and old enough to be released. */
export function isOpenDonation(at: Date): SQL | undefined {
  return and(isToBePaid, lte(donations.settledAt, sql`${timestamptz(at)} - ${days(SOONEST)}`), not(isTaken));
}

/** Its release has passed, also that of a first payout: `releaseOf` without the holds of the person. */
function isReleased(at: Date): SQL {
  const byMethod = sql.join(
    Object.entries(RELEASE_DAYS).map(([paidBy, count]) => sql`when ${paidBy} then ${count}::int`),
    sql` `,
  );
  const isFirst = sql`not exists (
    select from ${payouts} p
    where p.user_id = ${donations.recipientId} and p.state <> 'failed' and p.paid_at <= ${donations.settledAt})`;
  const count = sql`(case coalesce(${donations.paidBy}::text, 'other') ${byMethod} end
    + case when ${isFirst} then ${FIRST_PAYOUT_DAYS}::int else 0 end)`;
  return sql`${donations.settledAt} + ${days(count)} <= ${timestamptz(at)}`;
}

/** So many days of a release. */
function days(count: number | SQL): SQL {
  return sql`${count}::int * make_interval(secs => ${env().releaseDay / 1_000})`;
}

/** One parameter for all of them: PostgreSQL takes 65,535. */
const isOneOf = (ids: readonly string[]) => sql`${donations.id} = any(${sql.param([...ids])}::uuid[])`;

/** Locks donations, the first rows in the common order, until the transaction ends. */
export async function lockDonations(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ id: donations.id })
    .from(donations)
    .where(isOneOf(ids))
    .orderBy(donations.id)
    .for("no key update");
}

/** Whom a donation was given to; null if there is no such donation. */
export async function findRecipient(db: Db, id: string): Promise<string | null> {
  const [row] = await db
    .select({ id: donations.recipientId })
    .from(donations)
    .where(isOneOf([id]));
  return row?.id ?? null;
}

/** What is left for the recipient of a donation, in cents, and why it goes back. Lock it first. */
export async function selectRest(tx: Tx, id: string) {
  const [row] = await tx
    .select({
      rest: sql<number>`case when ${donations.paymentStatus} = 'completed' then ${leftAmount} else 0 end`.mapWith(
        Number,
      ),
      refundReason: donations.refundReason,
    })
    .from(donations)
    .where(eq(donations.id, id));
  if (!row) throw new Error(`donation ${id} vanished`);
  return row;
}

/** A transfer took the donation, or gave it back: it is owed again unless it went back to its donor. */
export async function setOwed(tx: Tx, id: string, isOwed: boolean): Promise<void> {
  const isLeft = sql`${donations.paymentStatus} = 'completed' and ${donations.creditedAt} is not null
    and ${donations.returnedAmount} < ${donations.amount}`;
  await tx
    .update(donations)
    .set({ isOwed })
    .where(and(eq(donations.id, id), isOwed ? isLeft : undefined));
}
