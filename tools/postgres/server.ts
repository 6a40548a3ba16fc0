import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { type Child, endOf, stopChild } from "../launcher/child";
import { freePort } from "../launcher/ports";
import { LaunchProblem } from "../launcher/problem";
import type { Account } from "./account";
import { type Binaries, POSTGRES_ENV } from "./binaries";
import { ROLE } from "./cluster";

export type Server = { part: Child; port: number };

type Options = {
  binaries: Binaries;
  account: Account;
  cluster: string;
  password: string;
  logFile: string;
  /** Whether a committed transaction survives a power cut; tests do without. */
  durable: boolean;
  wantedPort: number;
};

/** The processes of a killed PostgreSQL need a moment to notice, and another program may take the port in between. */
const ATTEMPTS = 6;
const STARTING_MS = 60_000;
const STOPPING_MS = 30_000;

/**
 * Starts PostgreSQL on this machine's loopback address and waits until it takes connections; a crash before is recovered from by itself.
 * @throws LaunchProblem with PostgreSQL's own reason
 */
export async function startServer(options: Options): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(options.wantedPort);
    const child = run(options, port);
    if (await answers(child, port, options.password)) {
      const stop = () => stopChild(child, { signal: "SIGINT", patienceMs: STOPPING_MS });
      return { part: { name: "PostgreSQL", ended: endOf(child), stop }, port };
    }
    if (attempt === ATTEMPTS) throw new LaunchProblem(`PostgreSQL did not start: ${reason(options.logFile)}`);
    await sleep(500 * attempt);
  }
}

function run({ binaries, account, cluster, logFile, durable }: Options, port: number): ChildProcess {
  const log = openSync(logFile, "w", 0o600);
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "200",
    shared_buffers: "128MB",
    jit: "off",
    // The data is on a solid-state disk, or in memory.
    random_page_cost: "1.1",
    timezone: "UTC",
    log_timezone: "UTC",
    // Errors, their details and their statements show what rows hold: names, addresses and hashes. The application logs
    // what failed, without values.
    log_min_messages: "log",
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    log_statement: "none",
    log_min_duration_statement: "-1",
    fsync: durable ? "on" : "off",
    synchronous_commit: durable ? "on" : "off",
    full_page_writes: durable ? "on" : "off",
    // Without a log of what is built anew, and with fewer checkpoints, a lot is loaded in less time.
    ...(!durable && { wal_level: "minimal", max_wal_senders: "0", max_wal_size: "8GB" }),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(binaries.postgres, ["-D", cluster, "-p", String(port), ...args], {
    ...account,
    cwd: cluster,
    env: POSTGRES_ENV as NodeJS.ProcessEnv,
    stdio: ["ignore", log, log],
    detached: true,
  });
  closeSync(log);
  return child;
}

/** Whether it takes connections before it ends. */
async function answers(child: ChildProcess, port: number, password: string): Promise<boolean> {
  let ended = false;
  endOf(child).then(() => {
    ended = true;
  });
  for (const until = Date.now() + STARTING_MS; Date.now() < until && !ended; await sleep(50)) {
    const sql = postgres({ host: "127.0.0.1", port, password, user: ROLE, database: "postgres", max: 1 });
    try {
      await sql`select 1`;
      return !ended;
    } catch (error) {
      if ((error as { code?: string }).code === "28P01") break;
    } finally {
      await sql.end({ timeout: 1 }).catch(() => undefined);
    }
  }
  await stopChild(child, { signal: "SIGINT" });
  return false;
}

/** The last thing PostgreSQL complained about. */
function reason(logFile: string): string {
  const lines = readFileSync(logFile, "utf8").trim().split("\n");
  return lines.findLast((line) => line.includes("FATAL")) ?? lines.at(-1) ?? `see ${logFile}`;
}
