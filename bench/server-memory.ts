import { resolve } from "node:path";
import type { Server } from "@/tests/support/stack";

/** What a server needs in its environment to tell what it holds. */
export const REPORTS_MEMORY = { NODE_OPTIONS: `--require ${resolve("bench/report-memory.cjs")}` };

/** What a server holds after its garbage is collected, in megabytes. */
export type Memory = { heap: number; resident: number };

const MB = 1024 ** 2;
const REPORT = /^memory (\{.*\})$/gm;

/** Asks a server that was started with `REPORTS_MEMORY`. */
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
