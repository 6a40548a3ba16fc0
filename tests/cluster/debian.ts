import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endOf, stopChild } from "@/tools/launcher/child";
import { LaunchProblem } from "@/tools/launcher/problem";
import { type Account, postgresAccount } from "@/tools/postgres/account";

/** Programs and the packages that bring them. */
const PACKAGES: Record<string, string> = {
  pgbouncer: "pgbouncer",
  caddy: "caddy",
  haproxy: "haproxy",
  patroni: "patroni",
  etcd: "etcd-server python3-etcd",
  ip: "iproute2",
  "/usr/lib/postgresql/15/bin/pg_rewind": "postgresql-15",
};

/** Debian puts some of them where only root's PATH leads. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/bin`;
const START_TIMEOUT_MS = 10_000;

/** @throws LaunchProblem that says how to install what is missing */
export function assertInstalled(programs = Object.keys(PACKAGES)): void {
  const missing = programs.filter((program) => spawnSync(program, ["--help"], { env: env("/") }).error);
  if (missing.length === 0) return;
  const packages = missing.map((program) => PACKAGES[program]).join(" ");
  throw new LaunchProblem(
    `This needs ${packages}: apt-get install -y --no-install-recommends ${packages}
Debian starts services of them; stop those (systemctl disable --now …), they are not used.`,
  );
}

type Options = { directory: string; port: number; account?: Account };

/**
 * Starts one of the programs in a directory where it may write, and waits until it accepts connections on its port.
 * @throws LaunchProblem with the end of what it printed
 */
export async function startProgram(
  program: string,
  args: readonly string[],
  { directory, port, account = null }: Options,
): Promise<{ signal: (signal: NodeJS.Signals) => void; stop: () => Promise<void> }> {
  const logFile = join(directory, `${program}.log`);
  const log = openSync(logFile, "w", 0o600);
  const child = spawn(program, args, {
    ...account,
    cwd: directory,
    env: env(directory),
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  if (!(await accepts(child, port))) {
    await stopChild(child);
    throw new LaunchProblem(`${program} did not start: ${readFileSync(logFile, "utf8").slice(-1_000)}`);
  }
  return { signal: (signal) => void child.kill(signal), stop: () => stopChild(child) };
}

/** PgBouncer refuses to run as root, as PostgreSQL does. */
export const poolerAccount = postgresAccount;

export function env(home: string): NodeJS.ProcessEnv {
  return { NODE_ENV: process.env.NODE_ENV, PATH, HOME: home };
}

async function accepts(child: ChildProcess, port: number): Promise<boolean> {
  let ended = false;
  endOf(child).then(() => {
    ended = true;
  });
  for (const until = Date.now() + START_TIMEOUT_MS; Date.now() < until && !ended; await sleep(50)) {
    const socket = connect(port, "127.0.0.1");
    const opened = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    socket.destroy();
    if (opened) return true;
  }
  return false;
}
