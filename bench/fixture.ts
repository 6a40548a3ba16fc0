import postgres from "postgres";

/** How many requests the largest books have; BENCH_ROWS=10000 tries a benchmark quickly. */
export const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);

/** The current time of books whose figures are compared with others. */
export const FIXTURE_AT = new Date("2026-11-20T12:00:00Z");

/** For loading without triggers and foreign keys. */
export const LOADING = {
  max: 1,
  onnotice: () => undefined,
  connection: {
    session_replication_role: "replica",
    // Vacuum marks as all-visible only what is known to be on the disk.
    synchronous_commit: "on",
    work_mem: "512MB",
    maintenance_work_mem: "1GB",
    jit: "off",
  },
};

/**
 * Fills an empty, migrated database with two years of a community until `at`: many small requests and a few very
 * popular ones, as many people, ten times as many donations, a few people who donate often, subscribers, running
 * boosts, notifications of the newest donations. The books are consistent (`db/checks.ts`) except for what no screen
 * reads and is left empty: the ledger, the entries of boosts, and the totals of periods that ended more than a month
 * ago. `person1` gave most. People ask in so many `towns`.
 */
export async function loadFixture(
  url: string,
  requests: number,
  { at = FIXTURE_AT, towns = 0 } = {},
): Promise<void> {
  const begun = performance.now();
  const sql = postgres(url, LOADING);
  try {
    await sql.unsafe(`
      create schema fixture;
      create table fixture.sizes as select ${requests}::bigint as people, ${requests}::bigint as requests,
        ${10 * requests}::bigint as donations, ${towns} as towns, timestamptz '${at.toISOString()}' as at`);
    await sql.file("bench/fixture.sql");
    await sql`vacuum analyze`;
  } finally {
    await sql.end();
  }
  console.log(`  ${requests} requests in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
}
