import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import postgres from "postgres";
import { migrateDatabase } from "@/db/migrate";
import type { Random } from "@/tests/faults/random";
import { type MadeUp, madeUpRequest } from "./made-up-requests";

const PEOPLE = 100_000;

type Loading = {
  requests: number;
  /** When the last one was made; the first one two years before. */
  until: Date;
  random: Random;
  /** More columns of the table `made`, as SQL, and their values as text. */
  columns: string;
  valuesOf: (made: MadeUp, n: number) => (string | bigint | number)[];
  /** Columns of requests that are not as in every new one, each as SQL. */
  requestColumns?: Record<string, string>;
};

/** Migrates an empty database, fills it without triggers, and analyzes it. */
export async function onLoading(url: string, fill: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  await migrateDatabase(url);
  const begun = performance.now();
  const sql = postgres(url, {
    max: 1,
    onnotice: () => undefined,
    connection: { session_replication_role: "replica", maintenance_work_mem: "1GB", work_mem: "1GB" },
  });
  await fill(sql);
  await sql.unsafe("vacuum analyze");
  await sql.end();
  console.log(`  loaded in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}

/**
 * Inserts made-up requests of many people. What was made is in the temporary table `made` (n, id, user_id, at, item,
 * description) with the columns of the caller.
 */
export async function loadMadeUp(
  sql: postgres.Sql,
  { requests, until, random, columns, valuesOf, requestColumns = {} }: Loading,
): Promise<void> {
  await sql.unsafe(`
    insert into users (id, email, username, name, created_at, updated_at)
    select ('00000000-0001-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'p' || n || '@example.org', 'person' || n,
      'Person ' || n, now() - interval '3 years', now() from generate_series(0, ${PEOPLE}) n;
    create temporary table written (n integer, item text, description text, ${columns})`);
  function* lines() {
    for (let n = 1; n <= requests; n += 1) {
      const made = madeUpRequest(random);
      yield `${[n, made.item, made.description, ...valuesOf(made, n)].join("\t")}\n`;
    }
  }
  const inserted = {
    id: "id",
    user_id: "user_id",
    item: "item",
    description: "description",
    goal: "10000",
    created_at: "at",
    ...requestColumns,
  };
  await pipeline(Readable.from(lines()), await sql`copy written from stdin`.writable());
  await sql.unsafe(`
    create temporary table made as
    select ('00000000-0002-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
      ('00000000-0001-7000-8000-' || lpad(to_hex(n::bigint * 7919 % ${PEOPLE} + 1), 12, '0'))::uuid as user_id,
      timestamptz '${until.toISOString()}' - (${requests} - n) * interval '2 years' / ${requests} as at, written.*
    from written;
    insert into requests (${Object.keys(inserted).join()}) select ${Object.values(inserted).join()} from made`);
}
