import { execFile, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@/tests/support/free-port";
import { timed } from "@/tests/support/load";
import { endOf, untilHealthy } from "@/tools/launcher/child";
import { compared, type Figure, interleave, ROUNDS } from "./figure";

const INSTALL = ["ci", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"];

const { DATABASE_URL, AUTH_SECRET, DATA_DIR, PORT, NODE_OPTIONS, NODE_ENV, ...rest } = process.env;
/** As it was before other benchmarks configured theirs in this process. */
const ENVIRONMENT = { ...rest, NEXT_TELEMETRY_DISABLED: "1" } as unknown as NodeJS.ProcessEnv;

/** `npm run up` in a new clone until the page answers, beside `npm ci --omit=dev` and `next build` (P11). */
export async function start(): Promise<Figure[]> {
  // Fills npm's cache.
  await inClone((cwd) => run("npm", INSTALL, cwd));
  const rounds = await interleave(
    { ours: () => inClone(up), other: () => inClone(installAndBuild) },
    // Each takes two minutes and a quarter.
    { warmedUp: true, rounds: Math.min(3, ROUNDS) },
  );
  return [compared("until the page answers", "s", rounds, { atMost: 1.25 })];
}

/** Runs `work` in a clone of what is committed. */
async function inClone<T>(work: (cwd: string) => Promise<T>): Promise<T> {
  const cwd = await mkdtemp(join(tmpdir(), "steuntje-start-"));
  try {
    await run("git", ["clone", "--quiet", process.cwd(), cwd], cwd);
    // PostgreSQL's account passes through it when root runs this.
    await chmod(cwd, 0o711);
    return await work(cwd);
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

async function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  await promisify(execFile)(program, args, { cwd, env: ENVIRONMENT });
}

/** Seconds until the page answers. */
async function up(cwd: string): Promise<number> {
  const port = String(await freePort());
  const begun = performance.now();
  const child = spawn("npm", ["run", "up"], {
    cwd,
    env: { ...ENVIRONMENT, PORT: port },
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
  const ended = endOf(child);
  // Ctrl-C, which reaches npm and what it runs.
  const stop = async () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, "SIGINT");
    await ended;
  };
  try {
    await untilHealthy({ name: "npm run up", ended, stop }, `http://localhost:${port}`, 600_000);
    return (performance.now() - begun) / 1_000;
  } finally {
    await stop();
  }
}

async function installAndBuild(cwd: string): Promise<number> {
  const took = await timed(async () => {
    await run("npm", INSTALL, cwd);
    await run(process.execPath, ["node_modules/next/dist/bin/next", "build"], cwd);
  });
  return took / 1_000;
}
