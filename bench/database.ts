import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { withPostgres } from "@/tests/support/postgres";

/** What the domain needs in this process. */
export function configure(url: string): void {
  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET ||= "a secret for the benchmark";
}

/**
 * Runs a benchmark on a PostgreSQL where it may create databases: TEST_DATABASE_URL, or an embedded one. Each
 * `database()` is new and empty, and is dropped afterwards.
 */
export async function onDatabases<T>(
  run: (database: (purpose: string) => Promise<string>) => Promise<T>,
): Promise<T> {
  const server = await withPostgres();
  const admin = postgres(server.url, { max: 1, onnotice: () => undefined });
  const made: string[] = [];
  try {
    return await run(async (purpose) => {
      const name = `bench_${purpose}_${randomUUID().slice(0, 8)}`;
      await admin.unsafe(`create database ${name}`);
      made.push(name);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      configure(url.href);
      return url.href;
    });
  } finally {
    for (const name of made) await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.end();
    await server.stop();
  }
}
