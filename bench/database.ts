import { migrateDatabase } from "@/db/migrate";
import { withPostgres } from "@/tests/support/postgres";
import { createDatabase, dropDatabase } from "@/tests/support/stack";

/** What the domain needs in this process. */
export function configure(url: string): void {
  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET ||= "a secret for the benchmark";
}

/**
 * Runs a benchmark on a PostgreSQL where it may create databases: TEST_DATABASE_URL, or an embedded one. Each
 * `database()` is new, migrated and empty, and is dropped afterwards.
 */
export async function onDatabases<T>(run: (database: () => Promise<string>) => Promise<T>): Promise<T> {
  const server = await withPostgres();
  const made: string[] = [];
  try {
    return await run(async () => {
      const url = await createDatabase(server.url);
      made.push(url);
      await migrateDatabase(url);
      configure(url);
      return url;
    });
  } finally {
    for (const url of made) await dropDatabase(server.url, url);
    await server.stop();
  }
}
