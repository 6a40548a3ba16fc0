import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { donations, holds, requestFlags, requests } from "@/db/schema";
import { beyond } from "@/db/statement";
import { waitsFor } from "@/lib/domain/payouts/hold-waits";
import type { HoldCause, Measure, SafetySubject } from "@/lib/ground/vocabulary";
import { notOf, notReportedBy, type Reader } from "./own-store";
import type { Part } from "./pages-store";
import { type HoldTarget, OPERATOR_HOLD_CAUSES } from "./types";

const personId = sql<string>`coalesce(${holds.userId}, ${requests.userId}, ${donations.recipientId})`;

/** Whether the donation `d` of its person is under a hold. */
const isOfHold = sql`(${holds.userId} is not null or d.request_id = ${holds.requestId} or d.id = ${holds.donationId})`;

const { userId: _, requestId: __, donationId: ___, ...own } = getTableColumns(holds);

const columns = {
  ...own,
  subject: sql<HoldTarget>`case when ${holds.userId} is not null then 'person'
    when ${holds.requestId} is not null then 'request' else 'donation' end`,
  subjectId: sql<string>`coalesce(${holds.userId}, ${holds.requestId}, ${holds.donationId})`,
  /** Whose money it holds. */
  personId,
  /**
   * What it keeps from being moved or paid out: owed, and in their account at the provider. Two sums, because each has
   * an index by the person.
   */
  held: sql<number>`(
    select coalesce(sum(d.amount - d.returned_amount), 0) from donations d
    where d.recipient_id = ${personId} and d.is_owed and ${isOfHold}
  ) + (
    select coalesce(sum(t.amount - coalesce((
      select sum(r.amount) from transfer_returns r where r.transfer_id = t.id and r.state <> 'short'), 0)), 0)
    from transfers t join donations d on d.id = t.donation_id and not d.is_owed
    where t.user_id = ${personId} and t.state = 'sent' and (${holds.accountId} is null or t.account_id = ${holds.accountId})
      and not exists (select from payout_donations g where g.transfer_id = t.id and g.is_live) and ${isOfHold}
  )`.mapWith(Number),
};

const select = (db: Db, where: SQL | undefined) =>
  db
    .select(columns)
    .from(holds)
    .leftJoin(requests, eq(requests.id, holds.requestId))
    .leftJoin(donations, eq(donations.id, holds.donationId))
    .where(where);

/** Not of the reader's own money, and of nothing that they gave or reported. */
export const notOwnHold = (reader: string | undefined) =>
  and(
    notOf(reader, personId, donations.donorId),
    notReportedBy(reader, sql`coalesce(${holds.requestId}, ${holds.userId})`),
  );

const present = (row: Awaited<ReturnType<typeof select>>[number]) => ({ ...row, waitsFor: waitsFor(row) });

/** A hold; `placedBy` is null when a rule placed it. Cents. */
export type HoldRecord = ReturnType<typeof present>;

const runsAt = (at: Date) => and(isNull(holds.liftedAt), or(isNull(holds.endsAt), gt(holds.endsAt, at)));

async function listHolds(
  db: Db,
  which: SQL | undefined,
  { after, limit, reader }: Part,
): Promise<HoldRecord[]> {
  const { placedAt, id } = holds;
  const rows = await select(db, and(which, notOwnHold(reader), beyond(placedAt, id, after, "oldest")))
    .orderBy(asc(placedAt), asc(id))
    .limit(limit);
  return rows.map(present);
}

/** The holds that run, oldest first: the first payouts that wait for a yes, or all others. Cents. */
export const selectHolds = (db: Db, { at, isReview, ...part }: Part & { at: Date; isReview: boolean }) =>
  listHolds(db, and(runsAt(at), (isReview ? eq : ne)(holds.cause, "first_payout")), part);

/** All holds of a person, their requests and the donations to them, newest first. Cents. */
export async function selectHoldsOf(db: Db, person: string, { reader }: Reader = {}): Promise<HoldRecord[]> {
  const rows = await select(db, and(isOf(person), notOf(reader, donations.donorId))).orderBy(
    desc(holds.placedAt),
    desc(holds.id),
  );
  return rows.map(present);
}

/** Each part has an index: of the few donations that were ever held, the person's are found by their keys. */
export const isOf = (person: string) => sql`${holds.id} in (
  select id from holds where user_id = ${person}
  union all select h.id from holds h join requests r on r.id = h.request_id where r.user_id = ${person}
  union all select h.id from holds h join donations d on d.id = h.donation_id where d.recipient_id = ${person})`;

/** A hold by its id. Cents. */
export async function findHold(db: Db, id: string): Promise<HoldRecord | null> {
  const [row] = isUuid(id) ? await select(db, eq(holds.id, id)) : [];
  return row ? present(row) : null;
}

/**
 * Lifts a hold; false if the rule that placed it or another operator lifted it meanwhile, or a decision took it over:
 * it ends with that then.
 */
export async function liftUndecided(
  tx: Tx,
  id: string,
  lifted: { liftedAt: Date; liftedBy: string },
): Promise<boolean> {
  const open = and(eq(holds.id, id), isNull(holds.decisionId), isNull(holds.liftedAt));
  return (await tx.update(holds).set(lifted).where(open).returning({ id: holds.id })).length > 0;
}

/** Money that an open hold of a cause keeps from a person. Cents. */
export async function findHeldFrom(db: Db, userId: string, cause: HoldCause): Promise<number> {
  const open = and(eq(holds.userId, userId), eq(holds.cause, cause), isNull(holds.liftedAt));
  const [row] = await select(db, open);
  return row?.held ?? 0;
}

/** Money that a decision holds now. Cents. */
export async function findHeldBy(db: Db, decision: { id: string }): Promise<number> {
  const [row] = await select(db, and(eq(holds.decisionId, decision.id), isNull(holds.liftedAt)));
  return row?.held ?? 0;
}

type Decided = { subject: SafetySubject; subjectId: string; measure: Measure };

/**
 * The holds that run and that a decision takes over, as no other has: one to hold money those of the rules and of
 * operators; any other those for a risk, without what ends by itself.
 */
export const unconfirmed = ({ subject, subjectId, measure }: Decided, at: Date) =>
  and(
    subject === "person"
      ? and(eq(holds.userId, subjectId), isNull(holds.accountId))
      : eq(holds.requestId, subjectId),
    measure === "held"
      ? inArray(holds.cause, OPERATOR_HOLD_CAUSES)
      : and(eq(holds.cause, "risk"), isNull(holds.endsAt)),
    runsAt(at),
    isNull(holds.decisionId),
  );

/** Money that a decision would confirm as held. Cents. */
export async function findUnconfirmed(db: Db, decided: Decided, at: Date): Promise<number> {
  const [row] = await select(db, unconfirmed(decided, at));
  return row?.held ?? 0;
}

/** Placed by rules on the money of a request. */
const byRules = and(eq(holds.cause, "risk"), isNull(holds.placedBy), isNotNull(holds.requestId));

/** The same, and neither confirmed by a decision nor lifted. */
export const inReview = and(byRules, isNull(holds.liftedAt), isNull(holds.decisionId));

/** The holds by which requests are in review, oldest first, after a key; of one rule, or of all. Cents. */
export function selectReviewHolds(db: Db, { rule = null, ...part }: Part & { rule?: string | null }) {
  const ofRule = sql`exists (
    select from ${requestFlags} f where f.request_id = ${holds.requestId} and f.rule = ${rule})`;
  return listHolds(db, and(inReview, rule === null ? undefined : ofRule), part);
}

/** The hold by which a request is in review, or with `ended` the last by which it was. Cents. */
export async function findReviewHold(
  db: Db,
  requestId: string,
  { ended = false } = {},
): Promise<HoldRecord | null> {
  if (!isUuid(requestId)) return null;
  const [row] = await select(db, and(ended ? byRules : inReview, eq(holds.requestId, requestId)))
    .orderBy(desc(holds.placedAt))
    .limit(1);
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
