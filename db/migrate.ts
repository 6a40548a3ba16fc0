import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { connect } from "./client";

const LOCK = 7_483_201;

/** Brings a database to the current schema. Safe to run from several servers at once. */
export async function migrateDatabase(url: string): Promise<void> {
  const { db, close } = connect(url, { max: 1 });
  try {
    await db.execute(sql`select pg_advisory_lock(${LOCK})`);
    const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));
    await migrate(db as unknown as Parameters<typeof migrate>[0], { migrationsFolder });
  } finally {
    await close();
  }
}
