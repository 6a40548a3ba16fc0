import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { connect, type Db } from "@/db/client";
import { newId } from "@/db/schema";
import { findHelped, hasGivenTo } from "@/lib/domain/donations/queries";
import { storyOf } from "@/lib/domain/givers/story";
import { listNotifications } from "@/lib/domain/notifications/queries";
import { handleEvent } from "@/lib/domain/settlement/handle-event";
import { findSubject } from "@/lib/domain/settlement/subject-store";
import { unconfiguredCard, unconfiguredWallet } from "@/lib/providers/unconfigured";
import { onDatabases } from "./database";
import { type Benchmark, counted, type Figure } from "./figure";
import { loadFixture, part, personId, popularOwnerId } from "./fixture";
import { FIXTURE_AT } from "./pages";
import { pagesTouched } from "./pages-touched";
import { processorOfBackends } from "./processor";

/** Two years of months. */
const MONTHS = 24;
/** How many donations are settled, and how many of them to warm up. */
const [SETTLED, WARM_UP] = [4_000, 1_000];
/** What a hundredth of the data is for: trying the benchmark. */
const SIZE = part(Number(process.env.BENCH_PART ?? 1));
/** Cents: reaches no goal. */
const [AMOUNT, FEE] = [10, 1];

export const partitions: Benchmark = {
  id: "P4",
  name: "partitions",
  title: "donations, ledger and notifications as one table each, beside partitions by month",
  byNameOnly: true,
  run,
};

type Measured = Record<string, number>;

/** The pages that each work touches with partitions; the limit is what it touches with one table. */
function run(): Promise<Figure[]> {
  return onDatabases(async (database) => {
    const url = await database("partitions");
    process.env.DATABASE_URL = url;
    process.env.AUTH_SECRET ||= "a secret for the benchmark";
    await loadFixture(url, { ...SIZE, at: FIXTURE_AT });
    const admin = postgres(url, { max: 1, onnotice: (notice) => notices.push(notice.message ?? "") });
    await admin`set session_replication_role = 'replica'`;
    await admin`set maintenance_work_mem = '1GB'`;
    await fillLedger(admin);
    const whole = await measure(admin, url, "donations");
    console.log("  one table each:", JSON.stringify(whole));
    const newest = await partition(admin);
    const parted = await measure(admin, url, newest);
    console.log("  by month:", JSON.stringify(parted));
    await admin.end();
    return Object.entries(whole).map(([label, limit]) =>
      counted(label, { unit: "", target: { atMost: limit }, ours: parted[label] ?? Number.NaN }),
    );
  });
}

const notices: string[] = [];

/** An entry for each donation: the fixture leaves the ledger empty. */
async function fillLedger(admin: postgres.Sql): Promise<void> {
  const indexes = await admin<{ name: string; create: string }[]>`
    select indexname as name, indexdef as create from pg_indexes
    where tablename = 'ledger_entries' and indexname <> 'ledger_entries_pkey'`;
  for (const { name } of indexes) await admin.unsafe(`drop index ${name}`);
  await admin`
    insert into ledger_entries (donation_id, kind, account, user_id, amount, created_at)
    select id, 'donation', 'recipient', recipient_id, amount, settled_at from donations`;
  for (const { create } of indexes) await admin.unsafe(create);
  await admin`vacuum analyze ledger_entries`;
}

async function measure(admin: postgres.Sql, url: string, vacuumed: string): Promise<Measured> {
  const popular = popularOwnerId(SIZE);
  const person = personId(Math.ceil(SIZE.people / 3));
  const [few] = await admin<{ id: string }[]>`
    select user_id as id from notifications group by user_id having count(*) = 2 limit 1`;
  const [request] = await admin<{ id: string }[]>`
    select id from requests where user_id = ${popular} and givers > 20 order by givers limit 1`;
  const settling = await settleSome(admin, url);
  const reads: [string, (db: Db) => Promise<unknown>][] = [
    ["notifications of who has many", (db) => listNotifications(db, popular, { limit: 10 })],
    ["notifications of who has two", (db) => listNotifications(db, few?.id ?? "", { limit: 10 })],
    ["people helped", async (db) => (await findHelped(db, person)).requests],
    ["who gave to a request", (db) => storyOf(db, request?.id ?? "")],
    ["whether somebody gave to a request", (db) => hasGivenTo(db, person, request?.id ?? "")],
    ["the donation of an event", (db) => findSubject(db, "stripe", settling.paymentId)],
  ];
  const measured: Measured = {};
  for (const [label, read] of reads) measured[`${label}: pages`] = await pagesTouched(url, read);
  measured["settlement: pages"] = Math.round(settling.pages);
  measured["settlement: microseconds of PostgreSQL"] = Math.round(settling.microseconds);
  notices.length = 0;
  await admin.unsafe(`vacuum (verbose, index_cleanup on, parallel 0) ${vacuumed}`);
  const buffers = notices.join("\n").matchAll(/buffer usage: (\d+) hits, (\d+) reads/g);
  measured["vacuum of donations afterwards: pages"] = [...buffers].reduce(
    (sum, [, hits, reads]) => sum + Number(hits) + Number(reads),
    0,
  );
  return measured;
}

type Settling = { pages: number; microseconds: number; paymentId: string };

/** Settles donations to as many requests over one connection: pages and processor time of PostgreSQL for each. */
async function settleSome(admin: postgres.Sql, url: string): Promise<Settling> {
  const parties = await admin<{ requestId: string; recipientId: string }[]>`
    select id as "requestId", user_id as "recipientId" from requests
    where not is_completed and is_active and goal - raised > 100 order by id desc limit ${SETTLED}`;
  const gifts = parties.map((each, n) => {
    const donorId = personId(1 + ((n * 7) % SIZE.people));
    return { ...each, donorId, donationId: newId(), payment: `pi_${newId()}` };
  });
  const given = gifts.filter(({ donorId, recipientId }) => donorId !== recipientId);
  await admin`
    insert into donations ${admin(
      given.map(({ donationId, requestId, recipientId, donorId, payment }) => ({
        id: donationId,
        request_id: requestId,
        donor_id: donorId,
        recipient_id: recipientId,
        amount: AMOUNT,
        service_fee: FEE,
        currency: "eur",
        stripe_payment_intent_id: payment,
        created_at: new Date(),
      })),
    )}`;
  const [warmUp, measuredGifts] = [given.slice(0, WARM_UP), given.slice(WARM_UP)];
  const { db, close } = connect(url, { max: 1 });
  for (const gift of warmUp) await settleGift(db, gift);
  const before = { pages: await pagesTouchedBy(admin), time: await processorOfBackends(admin) };
  for (const gift of measuredGifts) await settleGift(db, gift);
  const time = (await processorOfBackends(admin)) - before.time;
  const pages = (await pagesTouchedBy(admin)) - before.pages;
  await close();
  const { length } = measuredGifts;
  return { pages: pages / length, microseconds: (time / length) * 1_000, paymentId: given[0]?.payment ?? "" };
}

type Gift = { donationId: string; requestId: string; recipientId: string; donorId: string; payment: string };

async function settleGift(db: Db, { payment, ...metadata }: Gift): Promise<void> {
  const truth = {
    id: payment,
    state: "succeeded" as const,
    amount: AMOUNT + FEE,
    received: AMOUNT + FEE,
    currency: "eur",
    clientSecret: "",
    metadata,
    returned: 0,
    disputeLost: false,
    disputeOpen: false,
    disputeFee: null,
    paidBy: "card" as const,
    chargeId: `ch_${payment}`,
    declines: 0,
  };
  const card = { ...unconfiguredCard, findPayment: async () => truth };
  const event = { id: `evt_${payment}`, type: "payment_intent.succeeded", paymentId: payment };
  const outcome = await handleEvent({ db, card, wallet: unconfiguredWallet }, "stripe", event);
  if (outcome !== "credited") throw new Error(`a donation was ${outcome}`);
}

/** A connection reports what it read at most a second later. */
const REPORTED_MS = 1_500;

/** The pages that the connections to this database but this one touched (PostgreSQL 18). */
async function pagesTouchedBy(admin: postgres.Sql): Promise<number> {
  await sleep(REPORTED_MS);
  const [row] = await admin<{ pages: number }[]>`
    select sum(io.hits + io.reads)::float8 as pages
    from pg_stat_activity backend, pg_stat_get_backend_io(backend.pid) io
    where datname = current_database() and backend.backend_type = 'client backend' and pid <> pg_backend_pid()`;
  return row?.pages ?? Number.NaN;
}

/**
 * Makes the tables partitioned ones of 24 equal ranges of their time-ordered ids. Unique indexes without the id become
 * plain ones, which PostgreSQL requires. Returns the newest partition of the donations.
 */
async function partition(admin: postgres.Sql): Promise<string> {
  const bounds = async (table: string) => {
    const shares = Array.from({ length: MONTHS - 1 }, (_, n) => (n + 1) / MONTHS);
    const [row] = await admin<{ bounds: string[] }[]>`
      select (percentile_disc(${shares}::float8[]) within group (order by id))::text[] as bounds
      from ${admin(table)} tablesample system (1)`;
    return row?.bounds ?? [];
  };
  const [ofDonations, ofEntries] = [await bounds("donations"), await bounds("ledger_entries")];
  const keys = await admin<{ on: string; name: string; create: string }[]>`
    select conrelid::regclass::text as on, conname as name, pg_get_constraintdef(oid) as create from pg_constraint
    where contype = 'f' and conparentid = 0
      and ${["donations", "ledger_entries", "notifications"]} && array[conrelid::regclass::text, confrelid::regclass::text]`;
  await partitionTable(admin, "donations", ofDonations);
  await partitionTable(admin, "notifications", ofDonations);
  await partitionTable(admin, "ledger_entries", ofEntries);
  await admin`select setval(pg_get_serial_sequence('ledger_entries', 'id'), (select max(id) from ledger_entries))`;
  for (const { on, name, create } of keys) {
    await admin.unsafe(`alter table ${on} drop constraint if exists ${name}`);
    await admin.unsafe(
      `alter table ${on} add constraint ${name} ${create.replace(" NOT VALID", "")} not valid`,
    );
  }
  await admin`vacuum analyze donations, notifications, ledger_entries`;
  return `donations_${MONTHS}`;
}

async function partitionTable(admin: postgres.Sql, table: string, bounds: readonly string[]): Promise<void> {
  const indexes = await admin<{ create: string }[]>`
    select indexdef as create from pg_indexes where schemaname = 'public' and tablename = ${table}`;
  const triggers = await admin<{ create: string }[]>`
    select pg_get_triggerdef(oid) as create from pg_trigger where tgrelid = ${table}::regclass and not tgisinternal`;
  await admin.unsafe(`
    alter table ${table} rename to old;
    create table ${table} (like old including defaults including identity including constraints) partition by range (id)`);
  for (let n = 1; n <= bounds.length + 1; n += 1) {
    const [from, to] = [bounds[n - 2], bounds[n - 1]].map((bound) => bound && `'${bound}'`);
    await admin.unsafe(
      `create table ${table}_${n} partition of ${table} for values from (${from ?? "minvalue"}) to (${to ?? "maxvalue"})`,
    );
  }
  await admin.unsafe(`insert into ${table} overriding system value select * from old`);
  await admin.unsafe("drop table old cascade");
  for (const { create } of indexes) {
    const isKey = create.includes(`${table}_pkey`);
    await admin.unsafe(isKey ? `alter table ${table} add primary key (id)` : create.replace("UNIQUE ", ""));
  }
  for (const { create } of triggers) await admin.unsafe(create).catch(() => undefined);
}
