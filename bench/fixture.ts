import postgres from "postgres";
import { migrateDatabase } from "@/db/migrate";
import { periodStarts } from "@/lib/ground/periods";
import { atMost } from "@/tests/support/load";

/** Rows in the books. The proportions are those of performance.md: a request per person, ten donations per request. */
export type Size = { people: number; requests: number; donations: number };

const FULL: Size = { people: 1_000_000, requests: 1_000_000, donations: 10_000_000 };

/** The same proportions at a fraction of the size. */
export function part(of: number): Size {
  return { people: FULL.people / of, requests: FULL.requests / of, donations: FULL.donations / of };
}

type Options = Size & {
  /** The current time of the books. */
  at: Date;
  /** The seed of everything random, between -1 and 1. */
  seed?: number;
};

/** The tables with the most rows, largest first. */
const LARGE = ["donations", "requests", "users", "notifications", "donation_totals"];

/** Connections that fill the database in parallel. Part of the seed: another number gives other rows. */
const SIDE_BY_SIDE = 2;

/**
 * Fills an empty, migrated database with two years of a community: many small requests and a few very popular ones, few
 * people who donate often, subscribers, running boosts, notifications of the newest donations. The books are consistent
 * (`db/checks.ts`) except for what no screen reads and is left empty: the ledger, the entries of boosts, and the totals
 * of periods that ended more than a month ago. Ids are time-ordered like the application's; `personId` returns those of
 * people.
 */
export async function loadFixture(url: string, options: Options): Promise<void> {
  await migrateDatabase(url);
  const sql = postgres(url, {
    max: SIDE_BY_SIDE,
    onnotice: () => undefined,
    connection: {
      // Without triggers and foreign keys while it loads: what the triggers maintain is computed at the end.
      session_replication_role: "replica",
      // Vacuum marks as all-visible only what is known to be on the disk.
      synchronous_commit: "on",
      work_mem: "512MB",
      maintenance_work_mem: "1GB",
      jit: "off",
    },
  });
  try {
    await prepare(sql, options);
    await oneByOne(
      sql,
      LARGE.map((table) => `alter table ${table} set (autovacuum_enabled = off)`),
    );
    const rebuild = await dropIndexes(sql, LARGE);
    await loadDonations(sql, options);
    await Promise.all([loadRequests(sql), sumUpPeople(sql)]);
    await Promise.all([loadPeople(sql), loadNotifications(sql)]);
    await sideBySide(rebuild.byTable, (statements) => oneByOne(sql, statements));
    await oneByOne(sql, rebuild.afterwards);
    await oneByOne(
      sql,
      LARGE.map((table) => `alter table ${table} reset (autovacuum_enabled)`),
    );
    await countUp(sql, options.at);
    await sql.unsafe("drop schema fixture cascade");
    await sql.unsafe("vacuum analyze");
  } finally {
    await sql.end();
  }
}

/**
 * What the statements below read: the size, and the ids. Text is joined from as few parts as possible, because joining
 * takes most of the time.
 */
async function prepare(sql: postgres.Sql, { people, requests, donations, at }: Options): Promise<void> {
  const id = (name: string, base: number, kind: number) => `
    create function fixture.${name}(n bigint) returns uuid language sql immutable parallel safe
      return ('0' || to_hex((${base} + n) << 16 | 28672) || to_hex(~9223372036854775807 | (${kind}::bigint << 48) | n))::uuid;`;
  await sql.unsafe(`
    create schema fixture;
    create table fixture.sizes as select
      ${people}::bigint as people, ${requests}::bigint as requests, ${donations}::bigint as donations, timestamptz '${at.toISOString()}' as at;
    ${id("person_id", 1_700_000_000_000, 0)}
    ${id("request_id", 1_710_000_000_000, 1)}
    ${id("donation_id", 1_720_000_000_000, 2)}
    create function fixture.owner_of(n bigint, people bigint) returns bigint language sql immutable parallel safe
      return n * 7919 % people + 1;`);
}

async function loadDonations(sql: postgres.Sql, { donations, seed = 0.42 }: Options): Promise<void> {
  const share = Math.ceil(donations / SIDE_BY_SIDE);
  const firsts = Array.from({ length: SIDE_BY_SIDE }, (_, n) => n * share + 1);
  await sideBySide(firsts, async (first) => {
    await sql.unsafe(`
      select setseed(${seed} - ${first / donations / 2});
      insert into donations (id, request_id, donor_id, recipient_id, amount, service_fee, currency, anonymous, payment_status, created_at,
        settled_at, credited_at)
      select fixture.donation_id(n), fixture.request_id(request), fixture.person_id(donor + (donor = owner)::int),
        fixture.person_id(owner), amount, (amount * 2 + 50) / 100, 'eur', (donor + (donor = owner)::int) % 20 = 0, 'completed', moment, moment,
        moment
      from (
        select n, request, fixture.owner_of(request, people) as owner,
          floor(power(random(), 2) * (people - 1))::bigint + 1 as donor,
          case when random() < 0.8 then (array[500, 1000, 2500, 5000, 10000])[1 + floor(random() * 5)::int]
            else 100 + floor(random() * 20000)::int end as amount,
          (at - (donations - n) * (interval '2 years' / donations))::timestamptz(3) as moment
        from fixture.sizes, generate_series(${first}, ${Math.min(donations, first + share - 1)}) n,
          lateral (select floor(power(random(), 3) * requests)::bigint + 1 as request where n > 0) r
      ) given`);
  });
}

async function loadRequests(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create table fixture.asked as
      select request_id, sum(amount) as raised, count(*) as donation_count, max(settled_at) as last from donations group by request_id;
    insert into requests (id, user_id, item, description, goal, raised, donation_count, is_active, is_completed, completed_at, created_at,
      priority_level, priority_until, is_listed, listed_until, applied_boost_type, boost_applied_at)
    select fixture.request_id(n), fixture.person_id(owner), 'Request number ' || n, repeat('Why this is needed, in a few words. ', 6),
      goal, raised, donation_count, true, done, case when done then last end, created,
      case when owner % 300 = 0 then 2 when owner % 100 = 0 or boosted then 1 else 0 end,
      case when owner % 100 = 0 then at + interval '20 days' when boosted then at + interval '12 hours' end,
      not done or last > at - interval '7 days' or owner % 100 = 0,
      case when done then case when owner % 100 = 0 then at + interval '20 days' else last + interval '7 days' end end,
      case when boosted then 'normal'::boost_type end, case when boosted then at - interval '12 hours' end
    from (
      select *, raised >= goal as done from (
        select n, at, fixture.owner_of(n, people) as owner, n % 500 = 1 as boosted, coalesce(raised, 0) as raised, coalesce(donation_count, 0) as donation_count, last,
          at - (requests - n) * (interval '2 years' / requests) as created,
          least(1000000, greatest(1000, (coalesce(raised, 4000) / (0.4 + random()))::int)) as goal
        from fixture.sizes, generate_series(1, requests) n
        left join fixture.asked on request_id = fixture.request_id(n)
      ) sums
    ) asked`);
}

/** What each person gave in all, and in each of the last periods. */
async function sumUpPeople(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create table fixture.gave as select donor_id, sum(amount) as given from donations group by donor_id;
    create table fixture.period_sums as
      select donor_id, p.period, p.start, sum(amount) as amount from donations, fixture.sizes,
        lateral (select settled_at at time zone 'Europe/Amsterdam' as local) l,
        lateral (values ('monthly'::period, date_trunc('month', local)::date), ('weekly', date_trunc('week', local)::date), ('daily', local::date)) p
          (period, start)
      where settled_at > at - interval '31 days'
      group by donor_id, p.period, p.start;
    create table fixture.last_sums as
      select distinct on (donor_id, period) * from fixture.period_sums order by donor_id, period, start desc;
    analyze fixture.gave, fixture.period_sums, fixture.last_sums`);
}

async function loadPeople(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    insert into users (id, email, username, name, total_given, total_received, anonymous_profile, hide_given_amount, payment_method,
      paypal_email, subscription_tier, subscription_expiry, created_at, updated_at,
      monthly_start, monthly_given, weekly_start, weekly_given, daily_start, daily_given, public_given, monthly_public, weekly_public, daily_public)
    select id, 'person' || n || '@example.org', 'person' || n, 'Person ' || n, coalesce(given, 0), coalesce(received, 0),
      n % 20 = 0, n % 15 = 0, 'paypal', 'person' || n || '@example.org',
      (case when n % 300 = 0 then 'diamond' when n % 100 = 0 then 'gold' else 'none' end)::tier,
      case when n % 100 = 0 then at + interval '20 days' end, at - interval '2 years', at - interval '1 year',
      m.start, coalesce(m.amount, 0), w.start, coalesce(w.amount, 0), d.start, coalesce(d.amount, 0),
      open * coalesce(given, 0), open * coalesce(m.amount, 0), open * coalesce(w.amount, 0), open * coalesce(d.amount, 0)
    from (select at, n, (n % 20 <> 0)::int as open, fixture.person_id(n) as id from fixture.sizes, generate_series(1, people) n offset 0) person
    left join fixture.gave on gave.donor_id = id
    left join (select user_id, sum(raised) as received from requests group by user_id) got on got.user_id = id
    left join fixture.last_sums m on m.donor_id = id and m.period = 'monthly'
    left join fixture.last_sums w on w.donor_id = id and w.period = 'weekly'
    left join fixture.last_sums d on d.donor_id = id and d.period = 'daily'`);
  await sql.unsafe(`
    insert into donation_totals (user_id, period, start, amount, public_amount, listed)
    select donor_id, period, start, amount, case when anonymous_profile then 0 else amount end, not anonymous_profile
    from (
      select donor_id, 'all'::period as period, date '1970-01-01' as start, given as amount from fixture.gave
      union all
      select * from fixture.period_sums
    ) sums join users on users.id = donor_id`);
}

async function loadNotifications(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    insert into notifications (id, user_id, type, request_id, donation_id, donor_id, anonymous, amount, progress, created_at, read)
    select id, recipient_id, 'donation', request_id, id, donor_id, anonymous, amount, 50, settled_at, random() < 0.9
    from donations, fixture.sizes where settled_at > sizes.at - interval '5 months'`);
}

/** What triggers would have maintained: the histogram of the running periods, and the live stats. */
async function countUp(sql: postgres.Sql, at: Date): Promise<void> {
  const running = Object.entries(periodStarts(at, "Europe/Amsterdam"))
    .map(([period, start]) => `('${period}'::period, '${start}'::date)`)
    .join();
  await sql.unsafe(`
    insert into donation_histogram (period, start, bucket, people, places)
    select period, start, bucket, sum(people), donation_places(array_fill(0, '{100}'), array_agg(place), array_agg(people))
    from (
      select period, start, donation_floor(amount, 2) as bucket, donation_place(amount) as place, sum(people)::integer as people
      from (
        select period, start, public_amount as amount, count(*) as people from donation_totals
        join (values ${running}) r (period, since) using (period) where start >= since and listed and public_amount > 0 group by 1, 2, 3
      ) given group by 1, 2, 3, 4
    ) counted group by 1, 2, 3;
    truncate live_stats;
    insert into deliveries (request_id, user_id, paid_out_at, delivered_at)
    select id, user_id, completed_at, case when id::text > '8' then completed_at end from requests where is_completed;
    insert into live_stats select 0, count(*) filter (where not is_completed), sum(raised) from requests`);
}

async function sideBySide<T>(parts: readonly T[], work: (part: T) => Promise<void>): Promise<void> {
  await atMost(SIDE_BY_SIDE, parts.length, (n) => work(parts[n] as T));
}

async function oneByOne(sql: postgres.Sql, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.unsafe(statement);
}

/** The n-th person of a fixture, from 1; the first ones give most. */
export function personId(n: number): string {
  return idOf(1_700_000_000_000, "0", n);
}

/** The owner of a popular request, with the same share of donations at any size, and more notifications than a page. */
export function popularOwnerId({ requests, people }: Size): string {
  const request = Math.ceil(requests / 1000);
  return personId(((request * 7919) % people) + 1);
}

function idOf(base: number, kind: string, n: number): string {
  const time = (base + n).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-800${kind}-${n.toString(16).padStart(12, "0")}`;
}

type Rebuild = {
  /** The keys and indexes of each table, which can be built in parallel. */
  byTable: string[][];
  /** What depends on them. */
  afterwards: string[];
};

/**
 * Drops the indexes, keys and conditions of tables, and returns the statements that create them again. Building an
 * index at once takes a fraction of the time, and no row is checked against a condition.
 */
async function dropIndexes(sql: postgres.Sql, tables: string[]): Promise<Rebuild> {
  const constraints = await sql<{ type: "p" | "u" | "c" | "f"; on: string; drop: string; create: string }[]>`
    select contype as type, conrelid::regclass::text as on,
      format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint
    where (case when contype = 'f' then confrelid else conrelid end)::regclass::text = any (${tables}) and contype in ('p', 'u', 'c', 'f')
    order by conname`;
  for (const { drop } of constraints) await sql.unsafe(drop);
  const indexes = await sql<{ on: string; name: string; create: string }[]>`
    select tablename as on, indexname as name, indexdef as create from pg_indexes where schemaname = 'public' and tablename = any (${tables})
    order by indexname`;
  for (const { name } of indexes) await sql.unsafe(`drop index "${name}"`);
  const keys = constraints.filter(({ type }) => type === "p" || type === "u");
  const conditions = constraints.filter(({ type }) => type === "c" || type === "f");
  return {
    byTable: tables.map((table) =>
      [...keys, ...indexes].filter(({ on }) => on === table).map(({ create }) => create),
    ),
    afterwards: conditions.map(({ create }) => `${create} not valid`),
  };
}
