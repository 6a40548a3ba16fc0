import { resolve } from "node:path";
import type { Server } from "@/tests/support/stack";

/** The environment with which a server reports its memory. */
export const REPORTS_MEMORY = { NODE_OPTIONS: `--require ${resolve("bench/report-memory.cjs")}` };

/** A server's memory after garbage collection, in megabytes. */
export type Memory = { heap: number; resident: number };

const MB = 1024 ** 2;
const REPORT = /^memory (\{.*\})$/gm;

/** Reads the memory of a server that was started with `REPORTS_MEMORY`. */
export async function memoryOf(server: Server): Promise<Memory> {
  const before = reports(server).length;
  server.signal("SIGUSR2");
  for (let patience = 0; patience < 600; patience += 1) {
    const report = reports(server)[before];
    if (report !== undefined) {
      const { heapUsed, external, rss } = JSON.parse(report) as Record<string, number>;
      return { heap: ((heapUsed ?? 0) + (external ?? 0)) / MB, resident: (rss ?? 0) / MB };
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`the server does not tell its memory:\n${server.output()}`);
}

function reports(server: Server): string[] {
  return [...server.output().matchAll(REPORT)].map(([, report = ""]) => report);
}
