import { and, asc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { donations, payeeAccounts, transferReturns, transfers, users } from "@/db/schema";
import { pick, timestamptz } from "@/db/statement";
import { ANY_ACCOUNT, canBePaid, isHeld } from "@/lib/domain/holds/guards";
import {
  DONATIONS_PAUSED_DAYS,
  DONORS_NOTIFIED_DAYS,
  GIVEN_BACK_DAYS,
  payeeState,
} from "@/lib/domain/payouts/rules";
import { env } from "@/lib/ground/env";
import type { PaidBy } from "@/lib/ground/vocabulary";
import type { Reader } from "./own-store";

/** The days that divide the ages of money. */
const BOUNDS = [DONATIONS_PAUSED_DAYS, DONORS_NOTIFIED_DAYS, GIVEN_BACK_DAYS];

/**
 * Donations whose money is not on its way to a bank, by whole days since they settled: what is owed, what of it waits
 * for the payee or is held, and what is in their accounts at the provider. Demo people are left out. Cents.
 */
export async function selectMoneyByAge(db: Db, at: Date) {
  const held = isHeld(
    {
      userId: sql`d.recipient_id`,
      accountId: ANY_ACCOUNT,
      requestId: sql`d.request_id`,
      donationId: sql`d.id`,
    },
    at,
  );
  const rows = await db.execute<{
    band: number;
    donations: number;
    people: number;
    owed: string;
    not_ready: string;
    held: string;
    moved: string;
  }>(sql`
    with money as (
      select d.id, d.recipient_id, d.is_owed, ${held} as is_held,
        case when d.is_owed then d.amount - d.returned_amount
          else t.amount - (
            select coalesce(sum(r.amount), 0) from transfer_returns r
            where r.transfer_id = t.id and r.state <> 'short') end as "left",
        width_bucket(
          floor(extract(epoch from ${timestamptz(at)} - d.settled_at) / 86400)::integer,
          array[${sql.join(BOUNDS, sql`, `)}]::integer[]) as band,
        ${canBePaid(env().walletPayouts)} as is_ready
      from donations d
      join users on users.id = d.recipient_id and not users.is_demo
      left join transfers t on t.donation_id = d.id and t.state = 'sent'
      where d.is_owed
        or t.id is not null and not exists (select from payout_donations g where g.transfer_id = t.id and g.is_live)
    )
    select band, count(*)::integer as donations, count(distinct recipient_id)::integer as people,
      coalesce(sum("left") filter (where is_owed), 0) as owed,
      coalesce(sum("left") filter (where is_owed and not is_ready), 0) as not_ready,
      coalesce(sum("left") filter (where is_owed and is_held), 0) as held,
      coalesce(sum("left") filter (where not is_owed), 0) as moved
    from money where "left" > 0 group by band order by band`);
  return [0, ...BOUNDS].map((from, band) => {
    const row = rows.find((each) => each.band === band);
    return {
      from,
      to: BOUNDS[band] ?? null,
      donations: row?.donations ?? 0,
      people: row?.people ?? 0,
      owed: Number(row?.owed ?? 0),
      notReady: Number(row?.not_ready ?? 0),
      held: Number(row?.held ?? 0),
      moved: Number(row?.moved ?? 0),
    };
  });
}

/** Bank accounts that several people are, or were, paid into; none that the reader is one of. */
export async function selectSharedBankAccounts(db: Db, { reader }: Reader = {}) {
  const { bankHash: hash, bankLast4, id: accountId, userId: personId } = payeeAccounts;
  const rows = await db
    .select({ hash, bankLast4, accountId, personId, account: payeeAccounts })
    .from(payeeAccounts)
    .innerJoin(users, eq(users.id, personId))
    .where(
      sql`${hash} in (
        select bank_hash from payee_accounts where bank_hash is not null
        group by bank_hash having count(distinct user_id) > 1
          and not coalesce(bool_or(user_id = ${reader ?? null}::uuid), false))`,
    )
    .orderBy(asc(hash), asc(payeeAccounts.createdAt));
  return [...new Set(rows.map((row) => row.hash))].map((shared) => {
    const of = rows.filter((row) => row.hash === shared);
    const accounts = of.map(({ account, ...row }) => ({
      ...pick(row, "accountId", "personId"),
      state: payeeState(account),
    }));
    return { bankLast4: of[0]?.bankLast4 ?? null, accounts };
  });
}

/**
 * What the service fee brought, by what donations were paid with: credited ones, less what went back, and the losses
 * that are not recovered, with the fees of disputes. Donations to demo people are left out, since no provider has them.
 * Cents.
 */
export async function selectMargins(db: Db) {
  const isKept = sql`${donations.paymentStatus} = 'completed' and ${donations.refundReason} is null`;
  const sum = (of: SQL) => sql<number>`coalesce(sum(${of}), 0)`.mapWith(Number);
  const paidBy = sql<PaidBy>`coalesce(${donations.paidBy}, 'other')`;
  const lost = db
    .select({
      donationId: transfers.donationId,
      amount: sql<number>`sum(${transferReturns.amount} - (
        select coalesce(sum(r.amount), 0) from transfer_returns r
        where r.recovers_id = ${transferReturns.id} and r.state = 'done'))`.as("lost"),
    })
    .from(transferReturns)
    .innerJoin(transfers, eq(transfers.id, transferReturns.transferId))
    .where(and(eq(transferReturns.state, "short"), isNull(transferReturns.recoversId)))
    .groupBy(transfers.donationId)
    .as("losses");
  const disputeFees = sql`(
    select sum(l.amount) from ledger_entries l
    where l.donation_id = ${donations.id} and l.kind = 'dispute_fee' and l.account = 'provider_fee')`;
  return db
    .select({
      paidBy,
      donations: sql<number>`count(*) filter (where ${isKept})`.mapWith(Number),
      given: sum(sql`case when ${isKept} then ${donations.amount} - ${donations.returnedAmount} end`),
      fees: sum(sql`case when ${isKept} then ${donations.serviceFee} - ${donations.returnedFee} end`),
      wentBack: sql<number>`count(*) filter (where not (${isKept}))`.mapWith(Number),
      disputes: sql<number>`count(*) filter (where ${donations.refundReason} = 'dispute')`.mapWith(Number),
      losses: sum(sql`coalesce(${lost.amount}, 0) + coalesce(${disputeFees}, 0)`),
    })
    .from(donations)
    .innerJoin(users, and(eq(users.id, donations.recipientId), eq(users.isDemo, false)))
    .leftJoin(lost, eq(lost.donationId, donations.id))
    .where(isNotNull(donations.creditedAt))
    .groupBy(paidBy)
    .orderBy(paidBy);
}
