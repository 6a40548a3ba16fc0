import { readFileSync } from "node:fs";
import postgres from "postgres";
import { expect, inject, it } from "vitest";
import { findDisagreements } from "@/db/checks";
import { connect } from "@/db/client";
import { newId } from "@/db/schema";

const FOLDER = "db/migrations";
const SUBJECT = "0018_public-giving";

const journal = JSON.parse(readFileSync(`${FOLDER}/meta/_journal.json`, "utf8")) as {
  entries: { tag: string }[];
};

/** What two people gave before it was kept how: 700 cents each, a month ago and today, the second one anonymously. */
const BOOKS = `
  insert into users (id, email, username, name, anonymous_profile, total_given, total_received, monthly_start, monthly_given, weekly_start, weekly_given,
    daily_start, daily_given, created_at, updated_at)
  select id, name || '@example.org', name, name, name = 'silent', case name when 'asks' then 0 else 700 end, case name when 'asks' then 1400 else 0 end,
    start, given, start, given, start, given, now(), now()
  from people, lateral (
    select case when name <> 'asks' then date '2026-06-01' end as start, case name when 'asks' then 0 else 200 end as given
  ) g;
  insert into requests (id, user_id, item, description, goal, raised, created_at)
  select request, id, 'A coat', 'It is cold.', 5000, 1400, now() from people where name = 'asks';
  insert into donations (id, request_id, donor_id, recipient_id, amount, service_fee, currency, payment_status, created_at, settled_at,
    credited_at)
  select gen_random_uuid(), a.request, d.id, a.id, amount, 1, 'eur', 'completed', at, at, at from people d, people a, (
    values (500, timestamptz '2026-05-01T12:00:00Z'), (200, timestamptz '2026-06-01T12:00:00Z')) g (amount, at)
  where d.name <> 'asks' and a.name = 'asks';
  insert into notifications (id, user_id, type, request_id, donation_id, donor_id, amount, progress, created_at)
  select gen_random_uuid(), recipient_id, 'donation', request_id, id, donor_id, amount, 10, now() from donations;
  insert into ledger_entries (donation_id, kind, account, user_id, amount, created_at)
  select d.id, 'donation', account, user_id, e.amount, settled_at from donations d, lateral (
    values ('donor'::ledger_account, donor_id, -d.amount - 1), ('recipient', recipient_id, d.amount), ('fee', null, 1)) e (account, user_id, amount);
  insert into giving_totals (user_id, period, start, amount)
  select donor_id, p.period, p.start, sum(amount) from donations, lateral (
    values ('all'::period, date '1970-01-01'), ('monthly', date_trunc('month', settled_at)::date), ('weekly', date_trunc('week', settled_at)::date),
      ('daily', settled_at::date)) p (period, start) group by 1, 2, 3`;

it("gifts of before take their donor's switch, and the books agree", async () => {
  const name = `migration_${newId().replaceAll("-", "")}`;
  const admin = postgres(inject("postgresUrl"), { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  const sql = postgres(url.href, { max: 1, onnotice: () => undefined, connection: { timezone: "UTC" } });
  const { db, close } = connect(url.href, { max: 1 });
  try {
    await sql.unsafe(`create temporary table people as
      select gen_random_uuid() as id, gen_random_uuid() as request, unnest(array['open', 'silent', 'asks']) as name`);
    for (const { tag } of journal.entries) {
      if (tag === SUBJECT) await sql.unsafe(BOOKS);
      const statements = readFileSync(`${FOLDER}/${tag}.sql`, "utf8").split("--> statement-breakpoint");
      await sql.begin(async (tx) => {
        for (const statement of statements) await tx.unsafe(statement);
      });
    }
    expect(journal.entries.map(({ tag }) => tag)).toContain(SUBJECT);
    expect(
      await sql`select username, public_given::int as public, monthly_public::int as month, daily_public::int as day from users order by username`,
    ).toEqual([
      { username: "asks", public: 0, month: 0, day: 0 },
      { username: "open", public: 700, month: 200, day: 200 },
      { username: "silent", public: 0, month: 0, day: 0 },
    ]);
    expect(
      await sql`select distinct username, d.anonymous, n.anonymous as told, listed from donations d join users u on u.id = donor_id
        join notifications n on n.donation_id = d.id join giving_totals g on g.user_id = u.id order by username`,
    ).toEqual([
      { username: "open", anonymous: false, told: false, listed: true },
      { username: "silent", anonymous: true, told: true, listed: false },
    ]);
    expect(await findDisagreements(db, "UTC")).toEqual([]);
  } finally {
    await close();
    await sql.end();
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  }
});
