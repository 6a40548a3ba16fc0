import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Db } from "./client";

const PATIENCE_MS = 3_000;

/** Whether the database answers within a few seconds. */
export async function databaseAnswers(db: Db): Promise<boolean> {
  const answer = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, sleep(PATIENCE_MS, false, { ref: false })]);
}
