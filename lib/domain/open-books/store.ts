import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { bookBlocks, bookLeaves, bookMonths, bookNights, donations, requests } from "@/db/schema";
import { timestamptz } from "@/db/statement";
import type { MonthSum } from "./rules";
import { type NodeOf, nodesOf } from "./tree";

export type NightRow = typeof bookNights.$inferSelect;

/** The newest published night. */
export async function selectLastNight(db: Db): Promise<NightRow | null> {
  const [row] = await db.select().from(bookNights).orderBy(desc(bookNights.night)).limit(1);
  return row ?? null;
}

export async function selectNight(db: Db, night: string): Promise<NightRow | null> {
  const [row] = await db.select().from(bookNights).where(eq(bookNights.night, night));
  return row ?? null;
}

/** Published nights before a night, or all, newest first. */
export async function selectNights(db: Db, before: string | null, limit: number): Promise<NightRow[]> {
  return db
    .select()
    .from(bookNights)
    .where(before === null ? undefined : lt(bookNights.night, before))
    .orderBy(desc(bookNights.night))
    .limit(limit);
}

/** The last entry of the night before the last one: all that became visible later is searched from there. */
export async function selectSettledEntry(db: Db): Promise<number> {
  const [row] = await db.execute<{ id: string }>(sql`
    select l.entry_id as id from ${bookLeaves} l
    where l.index = (select n.size from ${bookNights} n order by n.night desc offset 1 limit 1) - 1`);
  return Number(row?.id ?? 0);
}

/** Adds entries to the books; the id from which the next call continues, null when nothing was left. */
export async function appendEntries(
  db: Db,
  { after, most, timeZone }: { after: number; most: number; timeZone: string },
): Promise<number | null> {
  const [row] = await db.execute<{ last: string | null }>(
    sql`select append_to_books(${after}, ${most}, ${timeZone}) as last`,
  );
  return row?.last == null ? null : Number(row.last);
}

/** Keeps other servers from adding and publishing until the transaction ends. */
export async function lockBooks(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${bookLeaves} in exclusive mode`);
}

export async function countLeaves(db: Db): Promise<number> {
  const [row] = await db.execute<{ size: string }>(
    sql`select coalesce(max(index) + 1, 0) as size from ${bookLeaves}`,
  );
  return Number(row?.size ?? 0);
}

/** The sums of all leaves by month. Cents. */
export async function selectMonths(db: Db): Promise<MonthSum[]> {
  return db.select().from(bookMonths).orderBy(asc(bookMonths.month));
}

export async function insertNight(tx: Tx, row: NightRow): Promise<void> {
  await tx.insert(bookNights).values(row);
}

/** The place of an entry's leaf, its salt, and the entry as it was hashed. */
export type EntryLeaf = { index: number; salt: string; entry: string };

/**
 * The leaves of a donation among the first `size`: what was paid, and what went back.
 */
export async function selectLeavesOf(db: Db, donationId: string, size: number): Promise<EntryLeaf[]> {
  const rows = await db.execute<{ index: string; salt: string; entry: string }>(sql`
    select b.index, encode(uuid_send(b.salt), 'hex') as salt, book_entry(l::ledger_entries) as entry
    from (
      select * from ledger_entries where donation_id = ${donationId}::uuid
        and kind in ('donation', 'uncredited', 'refund', 'reversal')
      union all
      select e.* from donation_returns r join ledger_entries e on e.donation_return_id = r.id
      where r.donation_id = ${donationId}::uuid
    ) l join ${bookLeaves} b on b.entry_id = l.id
    where b.index < ${size} order by b.index`);
  return rows.map((row) => ({ ...row, index: Number(row.index) }));
}

/** Who may see the proof of a donation: the ids of its donor and its recipient, once it was credited. */
export async function selectParties(db: Db, donationId: string) {
  const [row] = await db
    .select({
      donorId: donations.donorId,
      recipientId: sql<
        string | null
      >`case when ${donations.creditedAt} is not null then ${requests.userId} end`,
    })
    .from(donations)
    .innerJoin(requests, eq(requests.id, donations.requestId))
    .where(eq(donations.id, donationId));
  return row ?? null;
}

/** The first night in whose books what was paid for a donation is; null before it was published. */
export async function selectNightOf(db: Db, donationId: string): Promise<string | null> {
  const [row] = await db.execute<{ night: string }>(sql`
    select n.night::text as night from ledger_entries l
    join ${bookLeaves} b on b.entry_id = l.id
    cross join lateral (
      select night from ${bookNights} where size > b.index order by size, night limit 1) n
    where l.donation_id = ${donationId}::uuid and l.kind in ('donation', 'uncredited') limit 1`);
  return row?.night ?? null;
}

/** Computes from the nodes of the tree. Those that it asks for are read first, by stored level. */
export async function withNodes<T>(db: Db, compute: (node: NodeOf) => T): Promise<T> {
  const asked = new Map<number, Set<number>>();
  const nothing = Buffer.alloc(0);
  compute(
    nodesOf((level, index) => {
      asked.set(level, (asked.get(level) ?? new Set()).add(index));
      return nothing;
    }),
  );
  const known = new Map<string, Buffer>();
  const keep = (rows: { level: number; index: number; hash: Buffer }[]) => {
    for (const { level, index, hash } of rows) known.set(`${level}/${index}`, hash);
  };
  const { level, index, hash } = bookBlocks;
  for (const [stored, indexes] of asked) {
    const wanted = (of: typeof bookLeaves.index | typeof bookBlocks.index) =>
      sql`${of} = any(${`{${[...indexes].join(",")}}`}::bigint[])`;
    keep(
      stored === 0
        ? await db
            .select({ level: sql<number>`0`, index: bookLeaves.index, hash: bookLeaves.hash })
            .from(bookLeaves)
            .where(wanted(bookLeaves.index))
        : await db
            .select({ level, index, hash })
            .from(bookBlocks)
            .where(and(eq(level, stored), wanted(index))),
    );
  }
  return compute(
    nodesOf((stored, at) => {
      const found = known.get(`${stored}/${at}`);
      if (!found) throw new Error(`the books lack the hash ${at} of level ${stored}`);
      return found;
    }),
  );
}

/** Leaves that are not the hash of their entry, and entries that should have a leaf by now: at most 20 each. */
export async function selectDeviating(tx: Tx, before: Date) {
  const changed = await tx.execute<{ entry: string; place: string }>(sql`
    select b.entry_id as entry, b.index as place from ${bookLeaves} b
    left join ledger_entries l on l.id = b.entry_id
    where b.hash is distinct from book_leaf(b.salt, l) order by b.index limit 20`);
  const missing = await tx.execute<{ entry: string }>(sql`
    select l.id as entry from ledger_entries l
    where l.created_at < ${timestamptz(before)} and l.kind not in ('claim', 'dispute_fee') and exists (select from ${bookNights})
      and not exists (
        select from ${bookLeaves} b
        where b.entry_id = l.id and b.index < (select max(n.size) from ${bookNights} n))
    order by l.id limit 20`);
  return { changed: [...changed], missing: [...missing] };
}

/** Where the sums by month are not those of the leaves. Cents. */
export async function selectWrongMonths(tx: Tx, timeZone: string) {
  const rows = await tx.execute<{ month: string; kind: string; account: string }>(sql`
    with kept as (
      select month, kind, account, sum(amount) as amount from ${bookMonths} group by 1, 2, 3
    ), computed as (
      select date_trunc('month', l.created_at at time zone ${timeZone}::text)::date as month, l.kind, l.account,
        sum(l.amount) as amount
      from ${bookLeaves} b join ledger_entries l on l.id = b.entry_id group by 1, 2, 3
    )
    select month::text as month, kind, account from kept full join computed using (month, kind, account)
    where kept.amount is distinct from computed.amount order by 1, 2, 3 limit 20`);
  return [...rows];
}

/** The sums of the first `size` leaves by account, guests as donors. Cents. */
export async function sumLeaves(tx: Tx, size: number): Promise<Map<string, number>> {
  const rows = await tx.execute<{ account: string; amount: string }>(sql`
    select case l.account when 'guest' then 'donor' else l.account end as account, sum(l.amount) as amount
    from ${bookLeaves} b join ledger_entries l on l.id = b.entry_id where b.index < ${size} group by 1`);
  return new Map(rows.map(({ account, amount }) => [account, Number(amount)]));
}

/** Blocks that are not the hash of what is below them: at most 20. */
export async function selectBrokenBlocks(tx: Tx) {
  const rows = await tx.execute<{ level: number; index: string }>(sql`
    select k.level, k.index from ${bookBlocks} k
    where k.hash is distinct from merkle_root(case k.level when 8
      then array(select l.hash from ${bookLeaves} l
        where l.index between k.index * 256 and k.index * 256 + 255 order by l.index)
      else array(select b.hash from ${bookBlocks} b
        where b.level = k.level - 8 and b.index between k.index * 256 and k.index * 256 + 255 order by b.index)
      end) order by 1, 2 limit 20`);
  return [...rows];
}

/** Published nights after a night, oldest first. */
export async function selectNightsAfter(db: Db, night: string, limit: number): Promise<NightRow[]> {
  return db
    .select()
    .from(bookNights)
    .where(gt(bookNights.night, night))
    .orderBy(asc(bookNights.night))
    .limit(limit);
}
