import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LaunchProblem } from "./problem";
import { isAlive, startOf } from "./process-identity";

type LockOwner = { pid: number; start: string; token: string };

/** Long enough for two processes that found the same stale lock to see which of them got it. */
const SETTLE_MS = 50;

/**
 * Locks a data directory for this process. Returns a function that unlocks it. A lock is stale, and taken over, when
 * its process has ended or its process id was reused.
 * @throws LaunchProblem when a running process has the lock
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const file = join(dataDir, "lock");
  const own: LockOwner = { pid: process.pid, start: startOf(process.pid), token: randomUUID() };
  if (!claim(file, own)) {
    const holder = read(file);
    if (holder && lives(holder)) throw inUse(dataDir, holder.pid);
    rmSync(file, { force: true });
    if (!claim(file, own)) throw inUse(dataDir, read(file)?.pid);
  }
  await sleep(SETTLE_MS);
  if (read(file)?.token !== own.token) throw inUse(dataDir, read(file)?.pid);
  return () => {
    if (read(file)?.token === own.token) rmSync(file, { force: true });
  };
}

/** Whether a running process has the lock of a data directory. */
export function isLocked(dataDir: string): boolean {
  const holder = read(join(dataDir, "lock"));
  return holder !== null && lives(holder);
}

function lives({ pid, start }: LockOwner): boolean {
  return isAlive(pid) && startOf(pid) === start;
}

function claim(file: string, own: LockOwner): boolean {
  try {
    writeFileSync(file, JSON.stringify(own), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function read(file: string): LockOwner | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as LockOwner;
  } catch {
    return null;
  }
}

function inUse(dataDir: string, pid: number | undefined): LaunchProblem {
  const by = pid === undefined ? "another process" : `process ${pid}`;
  return new LaunchProblem(`${dataDir} is in use by ${by}: stop it first, or set another DATA_DIR.`);
}
