import { performance } from "node:perf_hooks";
import { db } from "@/db/client";
import { databaseAnswers, writeProblem } from "@/db/ping";
import { AppError } from "@/lib/ground/errors";
import { log } from "@/lib/server/log";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

/** Health is a public call: however often it is called, a write is tried once in this time. */
const TRIED_EVERY_MS = 5_000;

let latest: { at: number; problem: Promise<string | null> } | undefined;

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.health, async () => {
    const [answers, problem] = await Promise.all([databaseAnswers(db()), latestWriteProblem()]);
    if (!answers || problem !== null) throw new AppError("UNAVAILABLE");
    return { status: "ok" as const };
  }),
});

/** Why the database takes no writes, as of the last few seconds; null when it does. */
function latestWriteProblem(): Promise<string | null> {
  const at = performance.now();
  if (!latest || at - latest.at >= TRIED_EVERY_MS) latest = { at, problem: tryWrite() };
  return latest.problem;
}

async function tryWrite(): Promise<string | null> {
  const code = await writeProblem(db());
  if (code !== null) log.error({ code }, "the database takes no writes");
  return code;
}
