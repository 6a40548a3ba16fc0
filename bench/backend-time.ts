import { readFileSync } from "node:fs";
import type postgres from "postgres";

/** Milliseconds of a tick in /proc. */
const TICK_MS = 10;

/** The processor time in milliseconds of PostgreSQL for all connections to this database but this one. */
export async function backendTime(admin: postgres.Sql): Promise<number> {
  const rows = await admin<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  const times = rows.map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  });
  return times.reduce((sum, time) => sum + time, 0);
}
