import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { compared, type Figure, interleave } from "./figure";

/** Each takes two minutes and a quarter. */
const ROUNDS = 3;
const MOST = 1.25;

const INSTALL = ["ci", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"];
const execute = promisify(execFile);
const READY = /is ready: (\S+)/;

/** `npm run up` in a new copy until the page answers, beside `npm ci --omit=dev` and `next build` (P11). */
export async function start(): Promise<Figure[]> {
  // Fills npm's cache.
  await inCopy((cwd) => npm(INSTALL, cwd));
  const rounds = await interleave(
    { ours: () => inCopy(up), other: () => inCopy(installAndBuild) },
    { warmedUp: true, rounds: ROUNDS },
  );
  return [compared("until the page answers", { unit: "s", target: { atMost: MOST }, rounds })];
}

/** Runs `work` in a copy of the project without what is installed or built. */
async function inCopy<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), "steuntje-start-"));
  // PostgreSQL's account passes through it when root runs this.
  await chmod(dir, 0o711);
  try {
    const list = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "-z"];
    const { stdout } = await execute("git", list);
    for (const file of stdout.split("\0").filter(existsSync)) {
      await cp(file, join(dir, file), { errorOnExist: true, force: false });
    }
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function up(cwd: string): Promise<number> {
  const begun = performance.now();
  const child = spawn("npm", ["run", "up"], { cwd, env: environment(), stdio: "pipe", detached: true });
  try {
    const answer = await fetch(await addressOf(child));
    if (!answer.ok) throw new Error(`the page answered ${answer.status}`);
    await answer.text();
    return secondsSince(begun);
  } finally {
    await interrupt(child);
  }
}

/** Where it says that it is ready. */
async function addressOf(child: ChildProcess): Promise<string> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", () => {
      const [, url] = READY.exec(output) ?? [];
      if (url) resolve(url);
    });
    child.once("close", () => reject(new Error(`npm run up ended:\n${output}`)));
  });
}

/** Ctrl-C, which reaches npm and what it runs. */
async function interrupt(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
  const closed = once(child, "close");
  process.kill(-child.pid, "SIGINT");
  await closed;
}

async function installAndBuild(cwd: string): Promise<number> {
  const begun = performance.now();
  await npm(INSTALL, cwd);
  const env = { ...environment(), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
  await execute(process.execPath, ["node_modules/next/dist/bin/next", "build"], { cwd, env });
  return secondsSince(begun);
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  await execute("npm", args, { cwd, env: environment() });
}

const secondsSince = (begun: number) => (performance.now() - begun) / 1000;

/** Without what other benchmarks configured. */
function environment(): NodeJS.ProcessEnv {
  const { DATABASE_URL, AUTH_SECRET, DATA_DIR, PORT, NODE_OPTIONS, NODE_ENV, ...rest } = process.env;
  return rest as NodeJS.ProcessEnv;
}
