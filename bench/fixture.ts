import postgres from "postgres";
import { migrateDatabase } from "@/db/migrate";
import { periodStarts } from "@/lib/domain/leaderboard/periods";

/** How much there is in the books. The proportions are those of performance.md: one request a person, ten donations a request. */
export type Size = { people: number; requests: number; donations: number };

const FULL: Size = { people: 1_000_000, requests: 1_000_000, donations: 10_000_000 };

/** The same mixture at a part of the size. */
export function part(of: number): Size {
  return { people: FULL.people / of, requests: FULL.requests / of, donations: FULL.donations / of };
}

type Options = Size & {
  /** The moment at which the books stand. */
  at: Date;
  /** Decides everything that looks like chance, between -1 and 1. */
  seed?: number;
};

/**
 * Fills an empty, migrated database with two years of a community: many small requests and a few that everybody gives to, few people who give
 * often, subscribers, running boosts, notifications of the newest donations. The books agree with themselves (`db/checks.ts`) except for the
 * ledger, which no screen reads and which is left empty. Ids are time-ordered as the application's are; `personId` and `requestId` name them.
 */
export async function loadFixture(
  url: string,
  { people, requests, donations, at, seed = 0.42 }: Options,
): Promise<void> {
  await migrateDatabase(url);
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const moment = at.toISOString();
  const starts = Object.entries(periodStarts(at, "Europe/Amsterdam"));
  const running = starts.map(([period, start]) => `('${period}'::period, '${start}'::date)`).join();
  try {
    // Without triggers and foreign keys while it loads: what they keep is computed at the end.
    await sql.unsafe(`
      set session_replication_role = replica;
      set work_mem = '512MB';
      set maintenance_work_mem = '1GB';
      set synchronous_commit = off;
      select setseed(${seed});
      create temp table sizes as select
        ${people}::bigint as people, ${requests}::bigint as requests, ${donations}::bigint as donations, timestamptz '${moment}' as at;
      create function pg_temp.person_id(n bigint) returns uuid language sql immutable
        return (lpad(to_hex(1700000000000 + n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid;
      create function pg_temp.request_id(n bigint) returns uuid language sql immutable
        return (lpad(to_hex(1710000000000 + n), 12, '0') || '70008001' || lpad(to_hex(n), 12, '0'))::uuid;
      create function pg_temp.donation_id(n bigint) returns uuid language sql immutable
        return (lpad(to_hex(1720000000000 + n), 12, '0') || '70008002' || lpad(to_hex(n), 12, '0'))::uuid;
      create function pg_temp.owner_of(n bigint, people bigint) returns bigint language sql immutable
        return n * 7919 % people + 1;
    `);
    const rebuild = await dropIndexes(sql, [
      "donations",
      "requests",
      "users",
      "notifications",
      "giving_totals",
    ]);
    await sql.unsafe(`
      insert into donations (id, request_id, donor_id, recipient_id, amount, service_fee, currency, payment_status, created_at, settled_at, credited_at)
      select pg_temp.donation_id(n), pg_temp.request_id(request), pg_temp.person_id(donor + (donor = owner)::int),
        pg_temp.person_id(owner), amount, (amount * 2 + 50) / 100, 'eur', 'completed', moment, moment, moment
      from (
        select n, request, pg_temp.owner_of(request, people) as owner,
          floor(power(random(), 2) * (people - 1))::bigint + 1 as donor,
          case when random() < 0.8 then (array[500, 1000, 2500, 5000, 10000])[1 + floor(random() * 5)::int]
            else 100 + floor(random() * 20000)::int end as amount,
          at - (donations - n) * (interval '2 years' / donations) as moment
        from sizes, generate_series(1, donations) n, lateral (select floor(power(random(), 3) * requests)::bigint + 1 as request where n > 0) r
      ) given`);
    await sql.unsafe(`
      insert into requests (id, user_id, item, description, goal, raised, is_active, is_completed, completed_at, created_at,
        priority_level, priority_until, is_listed, listed_until, applied_boost_type, boost_applied_at)
      select pg_temp.request_id(n), pg_temp.person_id(owner), 'Request number ' || n, repeat('Why this is needed, in a few words. ', 6),
        goal, raised, true, done, case when done then last end, created,
        case when owner % 300 = 0 then 2 when owner % 100 = 0 or boosted then 1 else 0 end,
        case when owner % 100 = 0 then at + interval '20 days' when boosted then at + interval '12 hours' end,
        not done or last > at - interval '7 days' or owner % 100 = 0,
        case when done then case when owner % 100 = 0 then at + interval '20 days' else last + interval '7 days' end end,
        case when boosted then 'normal'::boost_type end, case when boosted then at - interval '12 hours' end
      from (
        select *, raised >= goal as done from (
          select n, at, pg_temp.owner_of(n, people) as owner, n % 500 = 1 as boosted, coalesce(raised, 0) as raised, last,
            at - (requests - n) * (interval '2 years' / requests) as created,
            least(1000000, greatest(1000, (coalesce(raised, 4000) / (0.4 + random()))::int)) as goal
          from sizes, generate_series(1, requests) n
          left join (select request_id, sum(amount) as raised, max(settled_at) as last from donations group by request_id) d
            on d.request_id = pg_temp.request_id(n)
        ) sums
      ) asked`);
    await sql.unsafe(`
      create temp table period_sums as
      select donor_id, p.period, p.start, sum(amount) as amount from donations, sizes,
        lateral (select settled_at at time zone 'Europe/Amsterdam' as local) l,
        lateral (values ('monthly'::period, date_trunc('month', local)::date), ('weekly', date_trunc('week', local)::date), ('daily', local::date)) p
          (period, start)
      where settled_at > at - interval '31 days'
      group by donor_id, p.period, p.start;
      create temp table last_sums as select distinct on (donor_id, period) * from period_sums order by donor_id, period, start desc;
      analyze last_sums`);
    await sql.unsafe(`
      insert into users (id, email, username, name, total_given, total_received, anonymous_profile, hide_given_amount, payment_method,
        paypal_email, subscription_tier, subscription_expiry, created_at, updated_at,
        monthly_start, monthly_given, weekly_start, weekly_given, daily_start, daily_given)
      select pg_temp.person_id(n), 'person' || n || '@example.org', 'person' || n, 'Person ' || n, coalesce(given, 0), coalesce(received, 0),
        n % 20 = 0, n % 15 = 0, 'paypal', 'person' || n || '@example.org',
        (case when n % 300 = 0 then 'diamond' when n % 100 = 0 then 'gold' else 'none' end)::tier,
        case when n % 100 = 0 then at + interval '20 days' end, at - interval '2 years', at - interval '1 year',
        m.start, coalesce(m.amount, 0), w.start, coalesce(w.amount, 0), d.start, coalesce(d.amount, 0)
      from sizes, generate_series(1, people) n
      left join (select donor_id, sum(amount) as given from donations group by donor_id) g on g.donor_id = pg_temp.person_id(n)
      left join (select recipient_id, sum(amount) as received from donations group by recipient_id) r on recipient_id = pg_temp.person_id(n)
      left join last_sums m on m.donor_id = pg_temp.person_id(n) and m.period = 'monthly'
      left join last_sums w on w.donor_id = pg_temp.person_id(n) and w.period = 'weekly'
      left join last_sums d on d.donor_id = pg_temp.person_id(n) and d.period = 'daily'`);
    await sql.unsafe(`
      insert into giving_totals (user_id, period, start, amount)
      select id, 'all', '1970-01-01', total_given from users where total_given > 0
      union all
      select * from period_sums`);
    await sql.unsafe(`
      insert into notifications (id, user_id, type, request_id, donation_id, donor_id, amount, progress, created_at, read)
      select gen_random_uuid(), recipient_id, 'donation', request_id, id, donor_id, amount, 50, settled_at, random() < 0.9
      from donations, sizes where settled_at > sizes.at - interval '5 months'`);
    for (const statement of rebuild) await sql.unsafe(statement);
    await sql.unsafe(`
      insert into giving_histogram (period, start, bucket, people, places)
      select period, start, bucket, sum(people), giving_places(array_fill(0, '{100}'), array_agg(place), array_agg(people))
      from (
        select period, start, giving_floor(amount, 2) as bucket, giving_place(amount) as place, sum(people)::integer as people
        from (
          select period, start, amount, count(*) as people from giving_totals
          join (values ${running}) r (period, since) using (period) where start >= since group by 1, 2, 3
        ) given group by 1, 2, 3, 4
      ) counted group by 1, 2, 3;
      truncate live_stats;
      insert into live_stats select 0, count(*) filter (where not is_completed), sum(raised) from requests;
      drop table sizes, period_sums, last_sums;
      set session_replication_role = default`);
    await sql.unsafe("vacuum analyze");
  } finally {
    await sql.end();
  }
}

/** The n-th person of a fixture, from 1; the first give most. */
export function personId(n: number): string {
  return idOf(1_700_000_000_000, "0", n);
}

/** Who owns a request that much is given to: as much of what is given as any size has, and more notifications than a page shows. */
export function popularOwnerId({ requests, people }: Size): string {
  const request = Math.ceil(requests / 1000);
  return personId(((request * 7919) % people) + 1);
}

function idOf(base: number, kind: string, n: number): string {
  const time = (base + n).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-800${kind}-${n.toString(16).padStart(12, "0")}`;
}

/** Takes the indexes and the keys that rest on them away, and answers what makes them again: sorted once they are built in a fraction of the time. */
async function dropIndexes(sql: postgres.Sql, tables: string[]): Promise<string[]> {
  const keys = await sql<{ drop: string; create: string }[]>`
    select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint
    where conrelid = any (select oid from pg_class where relname = any (${tables}) and relnamespace = 'public'::regnamespace) and contype in ('p', 'u')`;
  const foreign = await sql<{ create: string }[]>`
    select format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint
    where confrelid = any (select oid from pg_class where relname = any (${tables}) and relnamespace = 'public'::regnamespace) and contype = 'f'`;
  for (const { drop } of keys) await sql.unsafe(drop);
  const indexes = await sql<{ name: string; create: string }[]>`
    select indexname as name, indexdef as create from pg_indexes where schemaname = 'public' and tablename = any (${tables})`;
  for (const { name } of indexes) await sql.unsafe(`drop index "${name}"`);
  return [...keys, ...indexes, ...foreign].map(({ create }) => create);
}
