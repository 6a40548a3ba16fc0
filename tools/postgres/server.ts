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

export type Server = { child: Child; port: number };

type Options = {
  binaries: Binaries;
  account: Account;
  cluster: string;
  password: string;
  logFile: string;
  /** Whether a committed transaction survives a power cut; tests turn it off for speed. */
  durable: boolean;
  wantedPort: number;
};

/** The processes of a killed PostgreSQL end with a delay, and another program may take the port meanwhile. */
const ATTEMPTS = 6;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;

/**
 * Starts PostgreSQL on the loopback address and waits until it accepts connections.
 * @throws LaunchProblem with PostgreSQL's own error
 */
export async function startServer(options: Options): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(options.wantedPort);
    const child = run(options, port);
    if (await acceptsConnections(child, port, options.password)) {
      const stop = () => stopChild(child, { signal: "SIGINT", timeoutMs: STOP_TIMEOUT_MS });
      return { child: { name: "PostgreSQL", ended: endOf(child), stop }, port };
    }
    if (attempt === ATTEMPTS)
      throw new LaunchProblem(`PostgreSQL did not start: ${lastError(options.logFile)}`);
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
    // Error details and statements contain values of rows: names, addresses, hashes. The application logs errors
    // without values.
    log_min_messages: "log",
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    log_statement: "none",
    log_min_duration_statement: "-1",
    fsync: durable ? "on" : "off",
    synchronous_commit: durable ? "on" : "off",
    full_page_writes: durable ? "on" : "off",
    // Less logging and fewer checkpoints make bulk loads faster.
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

/** Whether it accepts connections before it ends. */
async function acceptsConnections(child: ChildProcess, port: number, password: string): Promise<boolean> {
  let ended = false;
  endOf(child).then(() => {
    ended = true;
  });
  for (const until = Date.now() + START_TIMEOUT_MS; Date.now() < until && !ended; await sleep(50)) {
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

/** The last fatal line of PostgreSQL's log. */
function lastError(logFile: string): string {
  const lines = readFileSync(logFile, "utf8").trim().split("\n");
  return lines.findLast((line) => line.includes("FATAL")) ?? lines.at(-1) ?? `see ${logFile}`;
}
