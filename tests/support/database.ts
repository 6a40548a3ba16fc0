import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";
import { connect, type Db } from "@/db/client";

export type TestDatabase = { db: Db; url: string; drop: () => Promise<void> };

/** A database of its own for one test file, copied from the migrated template of this run, with a server's pool. */
export async function createTestDatabase(pool: Parameters<typeof connect>[1] = {}): Promise<TestDatabase> {
  const server = inject("postgresUrl");
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  // PostgreSQL refuses two copies of one template at the same time.
  await admin`select pg_advisory_lock(42)`;
  await admin.unsafe(`create database ${name} template ${inject("templateDatabase")} strategy file_copy`);
  await admin.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  const { db, close } = connect(url.href, pool);
  return {
    db,
    url: url.href,
    drop: async () => {
      await close();
      const end = postgres(server, { max: 1, onnotice: () => undefined });
      await end.unsafe(`drop database if exists ${name} with (force)`);
      await end.end();
    },
  };
}
