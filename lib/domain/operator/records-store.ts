import { and, desc, eq, gte, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { payeeAccounts, payouts, transfers } from "@/db/schema";
import { pick } from "@/db/statement";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import type { Span } from "@/lib/providers/gateway";

const list = (ids: readonly string[]) => sql.param([...ids]);

/** `claimedUntil` is not null when a call of the row was made whose answer is not booked. */
const callOf = <T extends typeof transfers | typeof payouts>(table: T) =>
  pick(table, "id", "providerId", "state", "amount", "claimedUntil");

/** The sum of a transfer's returns that are such. Cents. */
const sumOfReturns = (are: SQL) =>
  sql`(select coalesce(sum(r.amount), 0) from transfer_returns r
    where r.transfer_id = ${transfers.id} and ${are})`.mapWith(Number);

/** A transfer as the books have it. Cents; `coming` may come back any moment. */
export type BookedTransfer = Awaited<ReturnType<typeof selectTransfersBy>>[number];

/** The transfers with these ids of the provider or of ours. */
export async function selectTransfersBy(
  db: Db,
  { providerIds, ids }: { providerIds: readonly string[]; ids: readonly string[] },
) {
  return db
    .select({
      ...callOf(transfers),
      account: payeeAccounts.providerAccountId,
      returned: sumOfReturns(sql`r.state = 'done' and r.provider_id is not null`),
      coming: sumOfReturns(sql`r.state = 'due' and r.claimed_until is not null`),
    })
    .from(transfers)
    .innerJoin(payeeAccounts, eq(payeeAccounts.id, transfers.accountId))
    .where(
      sql`${transfers.providerId} = any(${list(providerIds)}::text[]) or ${transfers.id} = any(${list(ids)}::uuid[])`,
    );
}

/** The transfers of a span that the books have as made at a provider. */
export async function selectMade(db: Db, provider: PaymentProvider, { from, to }: Span) {
  return db
    .select({ ...pick(transfers, "id", "donationId"), providerId: sql<string>`${transfers.providerId}` })
    .from(transfers)
    .innerJoin(payeeAccounts, eq(payeeAccounts.id, transfers.accountId))
    .where(
      and(
        eq(payeeAccounts.provider, provider),
        isNotNull(transfers.providerId),
        gte(transfers.sentAt, from),
        lt(transfers.sentAt, to),
      ),
    );
}

/** A payout as the books have it. Cents. */
export type BookedPayout = Awaited<ReturnType<typeof selectPayoutsBy>>[number];

type Which =
  | { ids: readonly string[] }
  | { provider: PaymentProvider; since: Date; limit: number; account?: string };

/** The payouts with these ids, or the latest that the books have as made since a time. */
export async function selectPayoutsBy(db: Db, which: Which) {
  const only =
    "ids" in which
      ? sql`${payouts.id} = any(${list(which.ids)}::uuid[])`
      : and(
          isNotNull(payouts.providerId),
          eq(payeeAccounts.provider, which.provider),
          gte(payouts.sentAt, which.since),
          which.account === undefined ? undefined : eq(payeeAccounts.providerAccountId, which.account),
        );
  const found = db
    .select({ ...callOf(payouts), account: sql<string>`${payeeAccounts.providerAccountId}` })
    .from(payouts)
    .innerJoin(payeeAccounts, eq(payeeAccounts.id, payouts.accountId))
    .where(only)
    .orderBy(desc(payouts.sentAt));
  return "ids" in which ? found : found.limit(which.limit);
}
