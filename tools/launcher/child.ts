import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { LaunchProblem } from "./problem";

/** A child process. `ended` resolves with its exit code or signal. A task, such as a build, ends by itself. */
export type Child = { name: string; ended: Promise<string>; stop: () => Promise<void>; isTask?: boolean };

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLLOW_PARENT = fileURLToPath(new URL("./follow-parent.mjs", import.meta.url));
const STOP_TIMEOUT_MS = 10_000;
/** A request that arrives while a server opens its port can stay unanswered, so probes time out and repeat. */
const PROBE_MS = 3_000;

type Options = {
  env: Record<string, string | undefined>;
  quiet?: boolean;
  /** How long it may take to stop before it is killed. */
  timeoutMs?: number;
};

/**
 * Starts a Node program in its own process group: Ctrl-C then reaches only the launcher, which stops its children in
 * order.
 */
export function startNode(
  name: string,
  args: readonly string[],
  { env, quiet = false, timeoutMs = STOP_TIMEOUT_MS }: Options,
): Child {
  const output = quiet ? "ignore" : "inherit";
  const environment: Record<string, string | undefined> = { ...env, LAUNCHER_PID: String(process.pid) };
  const child = spawn(process.execPath, ["--import", FOLLOW_PARENT, ...args], {
    cwd: ROOT,
    env: environment as NodeJS.ProcessEnv,
    stdio: ["ignore", output, "inherit", "ipc"],
    detached: true,
  });
  return { name, ended: endOf(child), stop: () => stopChild(child, { timeoutMs }) };
}

/** Resolves with the exit code, signal or error of a child. */
export function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** Stops a child with a signal, then with SIGKILL if it does not end in time. */
export async function stopChild(
  child: ChildProcess,
  { signal = "SIGTERM", timeoutMs = STOP_TIMEOUT_MS }: { signal?: NodeJS.Signals; timeoutMs?: number } = {},
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = endOf(child);
  child.kill(signal);
  const gone = await Promise.race([ended.then(() => true), sleep(timeoutMs, false, { ref: false })]);
  if (gone) return;
  child.kill("SIGKILL");
  await ended;
}

/**
 * Waits until a child answers at `url` with 200.
 * @throws LaunchProblem when it ends first or takes too long
 */
export async function untilHealthy(child: Child, url: string, timeoutMs = 120_000): Promise<void> {
  let end: string | undefined;
  child.ended.then((how) => {
    end = how;
  });
  for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(100)) {
    if (end !== undefined) throw new LaunchProblem(`${child.name} did not start: ${end}`);
    const healthy = await fetch(url, { signal: AbortSignal.timeout(PROBE_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (healthy) return;
  }
  throw new LaunchProblem(`${child.name} did not answer at ${url} within ${timeoutMs / 1_000} seconds`);
}
