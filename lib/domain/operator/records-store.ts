import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { timestamptz } from "@/db/statement";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import type { Span } from "@/lib/providers/gateway";

const number = (value: string | number | null) => Number(value ?? 0);
const list = (ids: readonly string[]) => sql.param([...ids]);

/** Null, or when a call of the row was made whose answer is not booked. */
type Claimed = { claimedUntil: Date | null };

/** A transfer as the books have it. Cents; `coming` may come back any moment. */
export type BookedTransfer = Claimed & {
  id: string;
  providerId: string | null;
  state: string;
  amount: number;
  account: string | null;
  returned: number;
  coming: number;
};

/** The transfers with these ids of the provider or of ours. */
export async function selectTransfersBy(
  db: Db,
  { providerIds, ids }: { providerIds: readonly string[]; ids: readonly string[] },
): Promise<BookedTransfer[]> {
  type Row = Omit<BookedTransfer, "claimedUntil"> & { claimedUntil: string | null };
  const rows = await db.execute<Row>(sql`
    select t.id, t.provider_id as "providerId", t.state, t.amount, t.claimed_until as "claimedUntil",
      a.provider_account_id as account,
      (select coalesce(sum(r.amount), 0) from transfer_returns r
        where r.transfer_id = t.id and r.state = 'done' and r.provider_id is not null) as returned,
      (select coalesce(sum(r.amount), 0) from transfer_returns r
        where r.transfer_id = t.id and r.state = 'due' and r.claimed_until is not null) as coming
    from transfers t join payee_accounts a on a.id = t.account_id
    where t.provider_id = any(${list(providerIds)}::text[]) or t.id = any(${list(ids)}::uuid[])`);
  return rows.map((row) => ({
    ...row,
    returned: number(row.returned),
    coming: number(row.coming),
    claimedUntil: row.claimedUntil === null ? null : new Date(row.claimedUntil),
  }));
}

/** The transfers of a span that the books have as made at a provider. */
export async function selectMade(
  db: Db,
  provider: PaymentProvider,
  { from, to }: Span,
): Promise<{ id: string; providerId: string; donationId: string }[]> {
  return db.execute(sql`
    select t.id, t.provider_id as "providerId", t.donation_id as "donationId"
    from transfers t join payee_accounts a on a.id = t.account_id and a.provider = ${provider}
    where t.provider_id is not null and t.sent_at >= ${timestamptz(from)}
      and t.sent_at < ${timestamptz(to)}`);
}

/** A payout as the books have it. Cents. */
export type BookedPayout = Claimed & {
  id: string;
  providerId: string | null;
  state: string;
  amount: number;
  account: string;
};

type Which =
  | { ids: readonly string[] }
  | { provider: PaymentProvider; since: Date; limit: number; account?: string };

/** The payouts with these ids, or the latest that the books have as made since a time. */
export async function selectPayoutsBy(db: Db, which: Which): Promise<BookedPayout[]> {
  const only =
    "ids" in which
      ? sql`p.id = any(${list(which.ids)}::uuid[])`
      : sql`p.provider_id is not null and a.provider = ${which.provider}
          and p.sent_at >= ${timestamptz(which.since)}
          and a.provider_account_id = coalesce(${which.account ?? null}::text, a.provider_account_id)`;
  const rows = await db.execute<Omit<BookedPayout, "claimedUntil"> & { claimedUntil: string | null }>(sql`
    select p.id, p.provider_id as "providerId", p.state, p.amount, p.claimed_until as "claimedUntil",
      a.provider_account_id as account
    from payouts p join payee_accounts a on a.id = p.account_id
    where ${only} order by p.sent_at desc limit ${"ids" in which ? null : which.limit}::int`);
  return rows.map((row) => ({
    ...row,
    amount: number(row.amount),
    claimedUntil: row.claimedUntil === null ? null : new Date(row.claimedUntil),
  }));
}
