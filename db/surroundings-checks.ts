import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Disagreement } from "./checks";
import { connect, type Db } from "./client";
import { writeProblem } from "./ping";
import { positionOf } from "./replica";

/** How long the replica may take to reach what the primary has written. */
const PATIENCE_MS = 3_000;
const POLL_MS = 100;

/** Why reads do not come from the replica as they should; none when they do. */
export async function findReplicaProblems(primary: Db, url: string): Promise<Disagreement[]> {
  const { db, close } = connect(url, { max: 1 });
  try {
    const problem = await problemOf(primary, db);
    return problem === null ? [] : [{ check: "the replica of DATABASE_READ_URL", rows: [{ problem }] }];
  } finally {
    await close();
  }
}

async function problemOf(primary: Db, replica: Db): Promise<string | null> {
  try {
    const [own, other] = await Promise.all([systemOf(primary), systemOf(replica)]);
    if (own.id !== other.id) return "it is not a copy of DATABASE_URL's database";
    if (!other.isStandby) return "it is a primary: nothing is replicated to it";
  } catch {
    return "it does not answer";
  }
  const written = await positionOf(primary);
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(POLL_MS)) {
    const reached = await positionOf(replica);
    if (written === null || reached === null) return "it does not say how far it is, so it is never read";
    if (reached >= written) return null;
  }
  return `it is more than ${PATIENCE_MS / 1_000} seconds behind`;
}

/** The number that initdb gave a server, which its replicas share. */
async function systemOf(db: Db): Promise<{ id: string; isStandby: boolean }> {
  const [row] = await db.execute<{ id: string; isStandby: boolean }>(sql`
    select system_identifier::text as id, pg_is_in_recovery() as "isStandby" from pg_control_system()`);
  if (!row) throw new Error("no row");
  return row;
}

/** How many refused events in a row are more than somebody's stray call. */
const REFUSED = 3;

/** Whether the database takes writes. */
export async function findWriteProblems(db: Db): Promise<Disagreement[]> {
  const code = await writeProblem(db);
  return code === null ? [] : [{ check: "the database takes writes", rows: [{ code }] }];
}

/** Sources of events that were refused for their signature, with none accepted since. */
export async function findRefusedSources(db: Db): Promise<Disagreement[]> {
  const rows = await db.execute<{ source: string; times: number; since: string; last_at: string }>(sql`
    select source, times, since, last_at from refused_events where times >= ${REFUSED} order by source`);
  const check =
    "events of a source are refused, and none was accepted since: is its secret right, and the clock?";
  return rows.length === 0 ? [] : [{ check, rows: [...rows] }];
}

/** The database's clock. */
export async function databaseTime(db: Db): Promise<Date> {
  const [row] = await db.execute<{ at: string }>(sql`
    select extract(epoch from clock_timestamp()) * 1000 as at`);
  return new Date(Number(row?.at));
}
