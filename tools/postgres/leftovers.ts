import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LaunchProblem } from "../launcher/problem";
import { commandOf, isAlive } from "../launcher/process-identity";

/** Fast shutdown, then immediate (the next start recovers), then SIGKILL. */
const STEPS = [
  { signal: "SIGINT", timeoutMs: 15_000 },
  { signal: "SIGQUIT", timeoutMs: 5_000 },
  { signal: "SIGKILL", timeoutMs: 5_000 },
] as const;

/**
 * Stops a PostgreSQL that a killed launcher left running. The caller has the data directory's lock, so it is unused.
 * A pid file that names a process of another program is stale and is removed.
 * @throws LaunchProblem when it cannot be stopped
 */
export async function stopLeftover(cluster: string): Promise<void> {
  const pidFile = join(cluster, "postmaster.pid");
  const pid = readPid(pidFile);
  if (pid === null || !isAlive(pid)) return;
  if (!serves(pid, cluster)) return rmSync(pidFile, { force: true });
  for (const { signal, timeoutMs } of STEPS) {
    try {
      process.kill(pid, signal);
    } catch {
      if (isAlive(pid)) break;
    }
    for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(50)) {
      if (!isAlive(pid) || !serves(pid, cluster)) return;
    }
  }
  throw new LaunchProblem(`An earlier PostgreSQL still runs on ${cluster} (process ${pid}): stop it first.`);
}

function serves(pid: number, cluster: string): boolean {
  const command = commandOf(pid);
  return command.includes("postgres") && command.includes(cluster);
}

function readPid(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
    return pid > 1 ? pid : null;
  } catch {
    return null;
  }
}
