import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { LaunchProblem } from "./problem";

/** A process that runs until it is told to stop. `ended` tells how it ended when nobody told it to. */
export type Child = { name: string; ended: Promise<string>; stop: () => Promise<void> };

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLLOW_PARENT = fileURLToPath(new URL("./follow-parent.mjs", import.meta.url));
const PATIENCE_MS = 10_000;
/** A question asked while a server is opening its port can go unanswered: it is asked again. */
const PROBE_MS = 3_000;

type Options = {
  env: Record<string, string | undefined>;
  quiet?: boolean;
  /** How long it may take to stop. */
  patienceMs?: number;
};

/**
 * Starts a Node program as a part. It stands in a process group of its own, so that a Ctrl-C reaches only the launcher, which stops the parts
 * in their order.
 */
export function startNode(
  name: string,
  args: readonly string[],
  { env, quiet = false, patienceMs = PATIENCE_MS }: Options,
): Child {
  const output = quiet ? "ignore" : "inherit";
  const environment: Record<string, string | undefined> = { ...env, LAUNCHER_PID: String(process.pid) };
  const child = spawn(process.execPath, ["--import", FOLLOW_PARENT, ...args], {
    cwd: ROOT,
    env: environment as NodeJS.ProcessEnv,
    stdio: ["ignore", output, "inherit", "ipc"],
    detached: true,
  });
  return { name, ended: endOf(child), stop: () => stopChild(child, { patienceMs }) };
}

/** How a child ended. */
export function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** Ends a child with a signal, and by force if it does not listen. */
export async function stopChild(
  child: ChildProcess,
  { signal = "SIGTERM", patienceMs = PATIENCE_MS }: { signal?: NodeJS.Signals; patienceMs?: number } = {},
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = endOf(child);
  child.kill(signal);
  const gone = await Promise.race([ended.then(() => true), sleep(patienceMs, false, { ref: false })]);
  if (gone) return;
  child.kill("SIGKILL");
  await ended;
}

/**
 * Waits until a part answers at an address with 200.
 * @throws LaunchProblem when it ends before, or takes too long
 */
export async function untilHealthy(part: Child, url: string, patienceMs = 120_000): Promise<void> {
  let end: string | undefined;
  part.ended.then((how) => {
    end = how;
  });
  for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(100)) {
    if (end !== undefined) throw new LaunchProblem(`${part.name} did not start: ${end}`);
    const healthy = await fetch(url, { signal: AbortSignal.timeout(PROBE_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (healthy) return;
  }
  throw new LaunchProblem(`${part.name} did not answer at ${url} within ${patienceMs / 1_000} seconds`);
}
