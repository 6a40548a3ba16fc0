import { sql } from "drizzle-orm";
import { connect, type Db } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { donations } from "@/db/schema";
import { findBookProblems } from "@/lib/domain/open-books/examine";
import { publishBooks } from "@/lib/domain/open-books/publish";
import { findConsistency, findProof } from "@/lib/domain/open-books/queries";
import { now, setClock } from "@/lib/ground/clock";
import { addPerson, addRequest } from "@/tests/support/people";
import { noPhotos } from "@/tests/support/photo-store";
import { onDatabases } from "./database";
import { counted, type Figure, percentile } from "./figure";
import { pagesTouched } from "./pages-touched";

/** Donations, each with three entries in the ledger: all at first, and of a day. */
const [ALL, OF_A_DAY] = [3_333_334, 10_000];
const [FIRST, SECOND, THIRD] = ["2026-11-20", "2026-11-21", "2026-11-22"] as const;
/** What the first publication and each later one may take, in seconds, and what a proof may. */
const [MOST_FIRST, MOST_NIGHT, MOST_PAGES, MOST_MS] = [900, 10, 300, 30];
const TIMES = 50;

const photos = { ...noPhotos, read: async () => null, write: async () => undefined };

/** Publishing ten million ledger entries and then those of a day, and proofs among them (firsts.md; P20). */
export function openBooks(): Promise<Figure[]> {
  return onDatabases(async (database) => {
    const url = await database("books");
    await migrateDatabase(url);
    const { db, close } = connect(url, { max: 2 });
    try {
      // Donations themselves would take hours, and the tree has none of them.
      await db.execute(
        sql`alter table ledger_entries drop constraint ledger_entries_donation_id_donations_id_fk`,
      );
      await addEntries(db, ALL);
      const ids = await addDonations(db);
      const first = await publish(db, FIRST);
      // The second night searches all entries once more, as there is none before the first.
      await publish(db, SECOND);
      await addEntries(db, OF_A_DAY);
      const night = await publish(db, THIRD);
      const proof = (on: Db, n: number) =>
        findProof(on, { isReceipt: true }, { donationId: ids[n % ids.length] ?? "", night: THIRD });
      const consistency = (on: Db) => findConsistency(on, { from: FIRST, to: THIRD });
      const atMost = (label: string, unit: string, ours: number, most: number) =>
        counted(label, { unit, ours: [ours], target: { atMost: most } });
      return [
        atMost("ten million entries, once", "s", first, MOST_FIRST),
        atMost("thirty thousand more, each night", "s", night, MOST_NIGHT),
        atMost("all of it checked, as every night", "s", await check(db), MOST_FIRST),
        atMost("a proof: pages", "pages", await pagesTouched(url, (on) => proof(on, 7)), MOST_PAGES),
        atMost("a proof: p95", "ms", await p95((n) => proof(db, n)), MOST_MS),
        atMost("consistency: pages", "pages", await pagesTouched(url, consistency), MOST_PAGES),
        atMost("consistency: p95", "ms", await p95(() => consistency(db)), MOST_MS),
      ];
    } finally {
      setClock();
      await close();
    }
  });
}

/** Adds entries of donations that are not there themselves. */
async function addEntries(db: Db, count: number): Promise<void> {
  await db.execute(sql`
    insert into ledger_entries (donation_id, kind, account, amount, created_at)
    select d.id, 'donation', e.account, e.amount, '2024-01-01'::timestamptz + d.n * interval '30 seconds'
    from (select n, gen_random_uuid() as id from generate_series(1, ${count}::integer) n) d
    cross join (values ('donor'::ledger_account, -1020), ('recipient', 1000), ('fee', 20)) e (account, amount)`);
}

/** Makes the donations of some entries, and returns their ids. */
async function addDonations(db: Db): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select donation_id as id from ledger_entries where account = 'fee'
      and id % (select max(id) / ${2 * TIMES} from ledger_entries) < 4 limit ${TIMES}`);
  const owner = await addPerson(db);
  const request = await addRequest(db, owner);
  const donor = await addPerson(db);
  const ids = [...new Set(rows.map(({ id }) => id))];
  await db.insert(donations).values(
    ids.map((id) => ({
      id,
      requestId: request.id,
      donorId: donor.id,
      recipientId: owner.id,
      amount: 1_000,
      serviceFee: 20,
      paymentMethod: "stripe" as const,
      currency: "eur",
      createdAt: new Date(),
    })),
  );
  return ids;
}

/** Publishes the books of a day; how many seconds that took. */
async function publish(db: Db, day: string): Promise<number> {
  setClock(() => new Date(`${day}T12:00:00Z`));
  const begun = performance.now();
  await publishBooks({ db, photos, payoutProviders: { stripe: null, paypal: null } }, now());
  return (performance.now() - begun) / 1_000;
}

/** Recomputes the whole tree, as `doctor` and the nightly check do; how many seconds that took. */
async function check(db: Db): Promise<number> {
  const begun = performance.now();
  const problems = await findBookProblems({ db, photos });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return (performance.now() - begun) / 1_000;
}

async function p95(read: (n: number) => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    const begun = performance.now();
    await read(n);
    took.push(performance.now() - begun);
  }
  return percentile(took, 0.95);
}
