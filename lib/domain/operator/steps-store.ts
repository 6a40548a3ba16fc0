import { and, asc, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { payeeAccounts, payouts, transferReturns, transfers } from "@/db/schema";
import { beyond, pick } from "@/db/statement";
import { notOf, notOwnDonation } from "./own-store";
import type { Part } from "./pages-store";

/**
 * A transfer, a return of one, or a payout: one call to the provider with its row. `account` is the provider's id of
 * the person's account; `checkAt` is when it is tried or asked for next. Cents.
 */
export type StepRecord = Awaited<ReturnType<typeof selectSteps>>[number];

const account = sql<string>`coalesce(${payeeAccounts.providerAccountId}, '')`;

type Call = Record<
  "id" | "amount" | "state" | "providerId" | "tries" | "problem" | "createdAt" | "checkAt",
  PgColumn
>;

/** What the rows of all calls have. */
const callOf = <T extends Call>(table: T): Pick<T, keyof Call> =>
  pick(table, "id", "amount", "state", "providerId", "tries", "problem", "createdAt", "checkAt");

const transferColumns = {
  ...callOf(transfers),
  kind: sql<"transfer">`'transfer'`,
  personId: transfers.userId,
  provider: payeeAccounts.provider,
  account,
  donationId: transfers.donationId,
  transferId: transfers.id,
};

const returnColumns = {
  ...transferColumns,
  ...callOf(transferReturns),
  kind: sql<"transfer_return">`'transfer_return'`,
};

const payoutColumns = {
  ...callOf(payouts),
  kind: sql<"payout">`'payout'`,
  personId: payouts.userId,
  provider: payeeAccounts.provider,
  account,
  donationId: sql<null>`null`,
  transferId: payouts.id,
  problem: sql<string | null>`coalesce(${payouts.failureCode}, ${payouts.problem})`,
};

const selectTransfers = (db: Db) =>
  db
    .select(transferColumns)
    .from(transfers)
    .innerJoin(payeeAccounts, eq(payeeAccounts.id, transfers.accountId));

const selectReturns = (db: Db) =>
  db
    .select(returnColumns)
    .from(transferReturns)
    .innerJoin(transfers, eq(transfers.id, transferReturns.transferId))
    .innerJoin(payeeAccounts, eq(payeeAccounts.id, transfers.accountId));

const selectPayouts = (db: Db) =>
  db.select(payoutColumns).from(payouts).innerJoin(payeeAccounts, eq(payeeAccounts.id, payouts.accountId));

/** The transfers, returns and payouts that are under way, oldest first. Cents. */
export async function selectSteps(db: Db, { after, limit, reader }: Part) {
  const then = ({ createdAt, id }: Call) => beyond(createdAt, id, after, "oldest");
  const notOwnMove = and(notOf(reader, transfers.userId), notOwnDonation(reader, transfers.donationId));
  const found = await Promise.all([
    selectTransfers(db)
      .where(and(eq(transfers.state, "planned"), notOwnMove, then(transfers)))
      .orderBy(asc(transfers.createdAt), asc(transfers.id))
      .limit(limit),
    selectReturns(db)
      .where(and(eq(transferReturns.state, "due"), notOwnMove, then(transferReturns)))
      .orderBy(asc(transferReturns.createdAt), asc(transferReturns.id))
      .limit(limit),
    selectPayouts(db)
      .where(
        and(
          inArray(payouts.state, ["created", "sent", "on_the_way"]),
          notOf(reader, payouts.userId),
          then(payouts),
        ),
      )
      .orderBy(asc(payouts.createdAt), asc(payouts.id))
      .limit(limit),
  ]);
  return found
    .flat()
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

/** The payouts that failed since a time, newest first. Cents. */
export async function selectFailedPayouts(
  db: Db,
  { since, after, limit, reader }: Part & { since: Date },
): Promise<StepRecord[]> {
  const { state, failedAt, createdAt, id, userId } = payouts;
  return selectPayouts(db)
    .where(
      and(
        eq(state, "failed"),
        gt(failedAt, since),
        notOf(reader, userId),
        beyond(createdAt, id, after, "newest"),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** A person's payouts, newest first. Cents. */
export async function selectPayoutsOf(db: Db, personId: string, limit: number): Promise<StepRecord[]> {
  return selectPayouts(db).where(eq(payouts.userId, personId)).orderBy(desc(payouts.createdAt)).limit(limit);
}

/** A transfer, a return or a payout, by our id or the provider's. Cents. */
export async function findStep(db: Db, reference: string): Promise<StepRecord | null> {
  const isReferenced = ({ id, providerId }: Record<"id" | "providerId", PgColumn>) =>
    isUuid(reference) ? eq(id, reference) : eq(providerId, reference);
  const found = await Promise.all([
    selectTransfers(db).where(isReferenced(transfers)),
    selectReturns(db).where(isReferenced(transferReturns)),
    selectPayouts(db).where(isReferenced(payouts)),
  ]);
  return found.flat()[0] ?? null;
}

/** What came back of a transfer, in cents. */
export async function sumReturned(db: Db, transferId: string): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${transferReturns.amount}), 0)`.mapWith(Number) })
    .from(transferReturns)
    .where(and(eq(transferReturns.transferId, transferId), eq(transferReturns.state, "done")));
  return row?.sum ?? 0;
}

/** Returns of transfers that were in the bank already and are our loss, with what is not recovered yet. Cents. */
export async function selectLosses(db: Db, { after, limit, reader }: Part) {
  const recovered = sql<number>`(
    select coalesce(sum(r.amount), 0) from transfer_returns r
    where r.recovers_id = ${transferReturns.id} and r.state = 'done')`.mapWith(Number);
  return db
    .select({
      id: transferReturns.id,
      personId: transfers.userId,
      donationId: transfers.donationId,
      ...pick(transferReturns, "cause", "amount"),
      recovered,
      at: transferReturns.createdAt,
    })
    .from(transferReturns)
    .innerJoin(transfers, eq(transfers.id, transferReturns.transferId))
    .where(
      and(
        eq(transferReturns.state, "short"),
        isNull(transferReturns.recoversId),
        sql`${recovered} < ${transferReturns.amount}`,
        notOf(reader, transfers.userId),
        notOwnDonation(reader, transfers.donationId),
        beyond(transferReturns.createdAt, transferReturns.id, after, "newest"),
      ),
    )
    .orderBy(desc(transferReturns.createdAt), desc(transferReturns.id))
    .limit(limit);
}
