import { spawn } from "node:child_process";
import { once } from "node:events";

/** A Node program with its arguments. */
export type Step = { name: string; args: readonly string[]; env?: Record<string, string> };

/**
 * Runs programs and ends this process with the first failure: one after the other, or `together` at a time, when the
 * output of each is printed once it has ended.
 */
export async function runSteps(steps: readonly Step[], together = 1): Promise<void> {
  const waiting = [...steps];
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await run(step, together > 1);
  };
  await Promise.all(Array.from({ length: together }, lane));
}

async function run({ name, args, env }: Step, isBuffered: boolean): Promise<void> {
  const begun = Date.now();
  if (!isBuffered) console.log(`\n▸ ${name}`);
  const child = spawn(process.execPath, args, {
    stdio: isBuffered ? ["ignore", "pipe", "pipe"] : "inherit",
    env: { ...process.env, ...env },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => output.push(chunk));
  const [code] = (await once(child, "close")) as [number | null];
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  if (isBuffered) process.stdout.write(`\n▸ ${name}\n${Buffer.concat(output)}`);
  if (code !== 0) {
    console.error(`✗ ${name} failed after ${seconds} s`);
    process.exit(1);
  }
  console.log(`✓ ${name} (${seconds} s)`);
}
