import { execFileSync } from "node:child_process";

/** Runs something so many times at once. */
export const times = <T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)));

/** The same, at most so many of them under way. */
export async function atMost(
  together: number,
  count: number,
  run: (n: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  await times(together, async () => {
    while (next < count) await run(next++);
  });
}

/** How long something takes, in milliseconds. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** The memory of a process, in MB. */
export const memoryOf = (pid: number): number =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)])) / 1024;
