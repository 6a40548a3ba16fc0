import { spawn } from "node:child_process";
import { once } from "node:events";

/** A Node program with its arguments. */
export type Step = { name: string; args: readonly string[]; env?: Record<string, string> };

/** Runs programs one after the other and ends this process with the first failure. */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  for (const { name, args, env } of steps) {
    const begun = Date.now();
    console.log(`\n▸ ${name}`);
    const child = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } });
    const [code] = (await once(child, "exit")) as [number | null];
    const seconds = ((Date.now() - begun) / 1000).toFixed(1);
    if (code !== 0) {
      console.error(`✗ ${name} failed after ${seconds} s`);
      process.exit(1);
    }
    console.log(`✓ ${name} (${seconds} s)`);
  }
}
