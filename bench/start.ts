import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { timed } from "@/tests/support/load";
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
  return [compared("until the page answers", { unit: "s", target: { atMost: 1.25 }, rounds })];
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
  const begun = performance.now();
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const child = spawn("npm", ["run", "up"], { cwd, env: ENVIRONMENT, stdio: [...stdio], detached: true });
  const closed = once(child, "close");
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        const [, found] = /is ready: (\S+)/.exec(line) ?? [];
        if (found) resolve(found);
      });
      closed.then(() => reject(new Error("npm run up ended")), reject);
    });
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`the page answered ${answer.status}`);
    await answer.text();
    return (performance.now() - begun) / 1_000;
  } finally {
    // Ctrl-C, which reaches npm and what it runs.
    if (child.pid && child.exitCode === null) process.kill(-child.pid, "SIGINT");
    await closed;
  }
}

async function installAndBuild(cwd: string): Promise<number> {
  const took = await timed(async () => {
    await run("npm", INSTALL, cwd);
    await run(process.execPath, ["node_modules/next/dist/bin/next", "build"], cwd);
  });
  return took / 1_000;
}
