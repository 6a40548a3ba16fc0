import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { findBookProblems } from "@/lib/domain/open-books/examine";
import { publishBooks } from "@/lib/domain/open-books/publish";
import { findConsistency, findProof } from "@/lib/domain/open-books/queries";
import { now, setClock } from "@/lib/ground/clock";
import { timed } from "@/tests/support/load";
import { addPerson, addRequest } from "@/tests/support/people";
import { noPhotos } from "@/tests/support/photo-store";
import { counted, type Figure } from "./figure";
import { ROWS } from "./fixture";
import { pagesTouched, slowest } from "./pages-touched";
import { atEnd, newDatabase, openDb } from "./running";

/** Donations, each with three entries in the ledger: all at first, and of a day. */
const [ALL, OF_A_DAY] = [Math.ceil((ROWS * 10) / 3), 10_000];
const [FIRST, SECOND, THIRD] = ["2026-11-20", "2026-11-21", "2026-11-22"] as const;
const TIMES = 50;

const photos = { ...noPhotos, read: async () => null, write: async () => undefined };

/** Publishing ten million ledger entries and then those of a day, and proofs among them (firsts.md; P20). */
export async function openBooks(): Promise<Figure[]> {
  const url = await newDatabase();
  const db = openDb(url, { max: 2 });
  atEnd(() => setClock());
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
  const proofPages = await pagesTouched(url, (on) => proof(on, 7));
  return [
    counted("ten million entries, once", "s", first, { atMost: 900 }),
    counted("thirty thousand more, each night", "s", night, { atMost: 10 }),
    counted("all of it checked, as every night", "s", await check(db), { atMost: 900 }),
    counted("a proof: pages", "pages", proofPages, { atMost: 300 }),
    await slowest("a proof", 30, TIMES, (n) => proof(db, n)),
    counted("consistency: pages", "pages", await pagesTouched(url, consistency), { atMost: 300 }),
    await slowest("consistency", 30, TIMES, () => consistency(db)),
  ];
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
  const owner = await addPerson(db);
  const request = await addRequest(db, owner);
  const donor = await addPerson(db);
  const rows = await db.execute<{ id: string }>(sql`
    insert into donations (id, request_id, donor_id, recipient_id, amount, service_fee, payment_method, currency, created_at)
    select donation_id, ${request.id}, ${donor.id}, ${owner.id}, 1000, 20, 'stripe', 'eur', now()
    from ledger_entries
    where account = 'fee' and id % (select max(id) / ${2 * TIMES} from ledger_entries) < 4
    limit ${TIMES}
    returning id`);
  return rows.map(({ id }) => id);
}

/** Publishes the books of a day; how many seconds that took. */
async function publish(db: Db, day: string): Promise<number> {
  setClock(() => new Date(`${day}T12:00:00Z`));
  const context = { db, photos, payoutProviders: { stripe: null, paypal: null } };
  return (await timed(() => publishBooks(context, now()))) / 1_000;
}

/** Recomputes the whole tree, as `doctor` and the nightly check do; how many seconds that took. */
async function check(db: Db): Promise<number> {
  const took = await timed(async () => {
    const problems = await findBookProblems({ db, photos });
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
  });
  return took / 1_000;
}
