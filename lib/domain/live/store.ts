import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { donationReturns, donations, ledgerEntries, notifications } from "@/db/schema";
import { statement } from "@/db/statement";
import { KEPT_MS, LATE_MS, MOST_READ_BACK } from "./rules";

/** The most rows of each kind that one look reads, the latest ones. */
const MOST_READ = 5_000;

/** One entry for each change of what a request has: every one of them has an entry for the fee. */
const changesRequest = sql`${ledgerEntries.account} = 'fee'
  and ${ledgerEntries.kind} in ('donation', 'partial_reversal', 'reversal')`;

/** The database's clock, in milliseconds since 1970. Before the statement's snapshot, so that nothing is between. */
const clock = sql`(extract(epoch from statement_timestamp()) * 1000)::float8`;

/** The lowest id (UUID v7) of a time in milliseconds. */
const lowestId = sql`(lpad(to_hex(${sql.placeholder("since")}::bigint), 12, '0') || repeat('0', 20))::uuid`;

/** The numbers or ids of these rows, as text: as JSON they would take several times as long to make and to read. */
const listed = (id: SQL) => sql`coalesce(string_agg(${id}::text, ','), '')`;

type Window = { at: number; top: number; entries: string; notices: string };

const windowOf = statement<{ after: number; since: number }, Window>(
  () => sql`
    select ${clock} as at,
      (select coalesce(max(${ledgerEntries.id}), 0)::float8 from ${ledgerEntries}) as top,
      (select ${listed(sql`e.id`)} from (
        select ${ledgerEntries.id} as id from ${ledgerEntries}
        where ${ledgerEntries.id} > ${sql.placeholder("after")}::bigint and ${changesRequest}
        order by ${ledgerEntries.id} desc limit ${sql.raw(String(MOST_READ))}
      ) e) as entries,
      (select ${listed(sql`n.id`)} from (
        select ${notifications.id} as id from ${notifications}
        where ${notifications.id} >= ${lowestId}
        order by ${notifications.id} desc limit ${sql.raw(String(MOST_READ))}
      ) n) as notices`,
);

/**
 * What was written after a ledger entry, and the notifications since a time: the ends of two primary keys. Text of the
 * same form each time, so that it works through a pooler by transaction.
 */
export async function selectWindow(db: Db, from: { after: number; since: number }) {
  const [row] = await windowOf(db, { after: from.after, since: Math.floor(from.since) });
  if (!row) throw new Error("a look reads one row");
  return { ...row, entries: idsIn(row.entries), notices: idsIn(row.notices) };
}

const idsIn = (text: string) => (text === "" ? [] : text.split(","));

const requestsOf = statement<{ entries: string }, { id: string }>(
  () => sql`
    select distinct ${donations.requestId} as id from ${ledgerEntries}
    left join ${donationReturns} on ${donationReturns.id} = ${ledgerEntries.donationReturnId}
    inner join ${donations} on ${donations.id} = coalesce(${ledgerEntries.donationId}, ${donationReturns.donationId})
    where ${ledgerEntries.id} = any(${sql.placeholder("entries")}::bigint[])`,
);

/** The requests that these entries of the ledger change, each once. */
export async function selectRequestIds(db: Db, entries: readonly string[]): Promise<string[]> {
  if (entries.length === 0) return [];
  const rows = await requestsOf(db, { entries: `{${entries.join()}}` });
  return rows.map(({ id }) => id);
}

const peopleOf = statement<{ notices: string }, { id: string }>(
  () => sql`
    select distinct ${notifications.userId} as id from ${notifications}
    where ${notifications.id} = any(${sql.placeholder("notices")}::uuid[])`,
);

/** The people who have these notifications, each once. */
export async function selectPeople(db: Db, notices: readonly string[]): Promise<string[]> {
  if (notices.length === 0) return [];
  const rows = await peopleOf(db, { notices: `{${notices.join()}}` });
  return rows.map(({ id }) => id);
}

/** How many entries of the ledger are read back: a change of a request has at most three. */
const ENTRIES = sql.raw(String(3 * MOST_READ_BACK));

type Beginning = {
  at: number;
  settled: number;
  oldest: number | null;
  changes: { id: string; at: number }[];
};

/**
 * The requests that changed lately, as far as the latest entries of the ledger tell, oldest change first; `oldest`: the
 * time of the first of those entries, if there are more; `settled`: the last one that none precedes which may still be
 * committed. Times in milliseconds since 1970.
 */
export async function selectBeginning(db: Db): Promise<Beginning> {
  const [row] = await db.execute<Beginning>(sql`
    with newest as (
      select ${ledgerEntries.id}, ${ledgerEntries.kind}, ${ledgerEntries.account}, ${ledgerEntries.donationId},
        ${ledgerEntries.donationReturnId}, (extract(epoch from ${ledgerEntries.createdAt}) * 1000)::float8 as ms
      from ${ledgerEntries} order by ${ledgerEntries.id} desc limit ${ENTRIES}
    ), changed as (
      select ${donations.requestId} as id, max(ledger_entries.ms) as at
      from newest ledger_entries
      left join ${donationReturns} on ${donationReturns.id} = ledger_entries.donation_return_id
      inner join ${donations} on ${donations.id} = coalesce(ledger_entries.donation_id, ${donationReturns.donationId})
      where ${changesRequest} and ledger_entries.ms > ${clock} - ${sql.raw(String(KEPT_MS))}
      group by ${donations.requestId}
    )
    select ${clock} as at, (
        select coalesce(max(id) filter (where ms <= ${clock} - ${sql.raw(String(LATE_MS))}), min(id) - 1, 0)::float8
        from newest
      ) as settled,
      (select case when count(*) = ${ENTRIES} then min(ms) end from newest) as oldest,
      (select coalesce(json_agg(c order by c.at), '[]') from changed c) as changes`);
  if (!row) throw new Error("a look reads one row");
  return row;
}
