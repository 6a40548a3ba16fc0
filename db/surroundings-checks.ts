import { sql } from "drizzle-orm";
import type { Disagreement } from "./checks";
import type { Db } from "./client";
import { writeProblem } from "./ping";

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
