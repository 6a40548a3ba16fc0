import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Db } from "./client";
import journal from "./migrations/meta/_journal.json";
import { codesOf, isDatabaseAway } from "./unavailable";

const PATIENCE_MS = 3_000;

/** The newest migration of this build. */
const NEWEST = Math.max(...journal.entries.map(({ when }) => when));

/** Whether the database answers within a few seconds. */
export async function databaseAnswers(db: Db): Promise<boolean> {
  return soon(
    db.execute(sql`select 1`).then(() => true),
    false,
  );
}

/** Whether the database has every migration of this build, and perhaps later ones; null if it does not answer. */
export async function hasSchema(db: Db): Promise<boolean | null> {
  const migrated = sql<{ current: boolean }>`
    select coalesce(max(created_at), 0) >= ${NEWEST}::bigint as current from drizzle.__drizzle_migrations`;
  return soon(
    db.execute<{ current: boolean }>(migrated).then(
      ([row]) => row?.current === true,
      (error: unknown) => (isDatabaseAway(error) ? null : false),
    ),
    null,
  );
}

/**
 * Why the database takes no writes, by its code, such as 53100 for a full disk; null when it does. A replaced row shows
 * a database that only reads. On a full disk that still works, for there is room in its page, so a temporary table's
 * file is made to grow too.
 */
export async function writeProblem(db: Db): Promise<string | null> {
  const written = db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into write_probes (id, written_at) values (1, clock_timestamp())
      on conflict (id) do update set written_at = excluded.written_at`);
    await tx.execute(
      sql`create temporary table if not exists write_probe (bytes text) on commit delete rows`,
    );
    await tx.execute(sql`insert into write_probe values (repeat('x', 2000))`);
    return null;
  });
  const code = written.catch((error: unknown) => codesOf(error)[0] ?? "an unknown error");
  return soon(code, `no answer within ${PATIENCE_MS / 1_000} seconds`);
}

async function soon<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  return Promise.race([answer.catch(() => otherwise), sleep(PATIENCE_MS, otherwise, { ref: false })]);
}
