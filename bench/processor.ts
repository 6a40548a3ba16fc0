import { readFile } from "node:fs/promises";
import type postgres from "postgres";
import type { Rounds } from "./figure";

/** What some work of a server cost: milliseconds of its processor time, and how often per second it was done. */
export type Cost = { processor: number; rate: number };

/** Of a tick of the kernel, in which it counts processor time: the same on every Linux that Node.js runs on. */
const TICK_MS = 10;

/** Where user and system time stand after the name of the program, which may contain spaces. */
const USER = 11;
const SYSTEM = 12;

/** The processor time that a process has used, with all its threads, in milliseconds. Linux only. */
async function processorOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS;
}

/** The processor time in milliseconds of PostgreSQL for all connections to this database but this one. */
export async function processorOfBackends(admin: postgres.Sql): Promise<number> {
  const rows = await admin<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  const times = await Promise.all(rows.map(({ pid }) => processorOf(pid)));
  return times.reduce((sum, time) => sum + time, 0);
}

/** What `count` things cost a server each, of which `work` returns how many were done per second. */
export async function costOf(pid: number, count: number, work: () => Promise<number>): Promise<Cost> {
  const before = await processorOf(pid);
  const rate = await work();
  return { rate, processor: ((await processorOf(pid)) - before) / count };
}

/** One part of the costs of both sides. */
export function partOf({ ours, other }: Rounds<Cost>, part: keyof Cost): Rounds {
  const pick = (costs: Cost[]) => costs.map((cost) => cost[part]);
  return { ours: pick(ours), other: pick(other) };
}
