import { and, asc, desc, eq, getTableColumns, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { donations, holds, requests } from "@/db/schema";
import { waitsFor } from "@/lib/domain/payouts/hold-waits";
import type { HoldTarget } from "./types";

const personId = sql<string>`coalesce(${holds.userId}, ${requests.userId}, ${donations.recipientId})`;

const { userId: _, requestId: __, donationId: ___, ...own } = getTableColumns(holds);

const columns = {
  ...own,
  subject: sql<HoldTarget>`case when ${holds.userId} is not null then 'person'
    when ${holds.requestId} is not null then 'request' else 'donation' end`,
  subjectId: sql<string>`coalesce(${holds.userId}, ${holds.requestId}, ${holds.donationId})`,
  /** Whose money it holds. */
  personId,
  /** What it keeps from being moved or paid out: owed, and in their account at the provider. */
  held: sql<number>`(
    select coalesce(sum(case when d.is_owed then d.amount - d.returned_amount
      else t.amount - coalesce((
        select sum(r.amount) from transfer_returns r where r.transfer_id = t.id and r.state <> 'short'), 0) end), 0)
    from donations d
    left join transfers t on t.donation_id = d.id and t.state = 'sent'
      and not exists (select from payout_donations g where g.transfer_id = t.id and g.is_live)
    where d.recipient_id = ${personId} and (d.is_owed or t.id is not null and (${holds.accountId} is null or t.account_id = ${holds.accountId}))
      and (${holds.userId} is not null or d.request_id = ${holds.requestId} or d.id = ${holds.donationId})
  )`.mapWith(Number),
};

const select = (db: Db, where: SQL | undefined) =>
  db
    .select(columns)
    .from(holds)
    .leftJoin(requests, eq(requests.id, holds.requestId))
    .leftJoin(donations, eq(donations.id, holds.donationId))
    .where(where);

const present = (row: Awaited<ReturnType<typeof select>>[number]) => ({ ...row, waitsFor: waitsFor(row) });

/** A hold; `placedBy` is null when a rule placed it. Cents. */
export type HoldRecord = ReturnType<typeof present>;

/** The holds that run, oldest first. Cents. */
export async function selectHolds(db: Db, at: Date, limit: number): Promise<HoldRecord[]> {
  const runs = and(isNull(holds.liftedAt), or(isNull(holds.endsAt), gt(holds.endsAt, at)));
  const rows = await select(db, runs).orderBy(asc(holds.placedAt), asc(holds.id)).limit(limit);
  return rows.map(present);
}

/** All holds of a person, their requests and the donations to them, newest first. Cents. */
export async function selectHoldsOf(db: Db, person: string): Promise<HoldRecord[]> {
  const rows = await select(db, eq(personId, person)).orderBy(desc(holds.placedAt), desc(holds.id));
  return rows.map(present);
}

/** A hold by its id. Cents. */
export async function findHold(db: Db, id: string): Promise<HoldRecord | null> {
  const [row] = isUuid(id) ? await select(db, eq(holds.id, id)) : [];
  return row ? present(row) : null;
}

/** The donation with this id, locked until the transaction ends; null if there is none that was credited. */
export async function lockCreditedDonation(tx: Tx, id: string): Promise<{ id: string } | null> {
  const [row] = await tx
    .select({ id: donations.id })
    .from(donations)
    .where(and(eq(donations.id, id), sql`${donations.creditedAt} is not null`))
    .for("no key update");
  return row ?? null;
}
