import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Db } from "./client";
import journal from "./migrations/meta/_journal.json";

const PATIENCE_MS = 3_000;

/** The newest migration of this build. */
const NEWEST = Math.max(...journal.entries.map(({ when }) => when));

/** Whether the database answers within a few seconds. */
export async function databaseAnswers(db: Db): Promise<boolean> {
  return soon(db.execute(sql`select 1`).then(() => true));
}

/** Whether the database answers within a few seconds and has every migration of this build. It may have later ones. */
export async function hasSchema(db: Db): Promise<boolean> {
  const migrated = sql<{ current: boolean }>`
    select coalesce(max(created_at), 0) >= ${NEWEST}::bigint as current from drizzle.__drizzle_migrations`;
  return soon(db.execute<{ current: boolean }>(migrated).then(([row]) => row?.current === true));
}

async function soon(answer: Promise<boolean>): Promise<boolean> {
  return Promise.race([answer.catch(() => false), sleep(PATIENCE_MS, false, { ref: false })]);
}
