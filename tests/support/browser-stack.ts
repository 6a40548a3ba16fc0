import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Stack } from "./stack";

/**
 * Gives the browser tests a running application; where it is reaches them through the environment. It runs in a
 * process of its own, because server code needs a condition that the browser tests must not have.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", "--import", "tsx", "tests/support/serve-stack.ts"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const lines = createInterface({ input: child.stdout });
  const [first] = (await Promise.race([once(lines, "line"), once(child, "exit")])) as [unknown];
  if (typeof first !== "string") throw new Error(`the stack did not start (${first})`);
  const stack = JSON.parse(first) as Stack;
  process.env.E2E_URL = stack.appUrl;
  process.env.E2E_STACK = first;
  return async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  };
}
