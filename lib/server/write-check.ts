import "server-only";
import { performance } from "node:perf_hooks";
import { db } from "@/db/client";
import { writeProblem } from "@/db/ping";
import { log } from "./log";

/** Health is a public call: however often it is called, a write is tried once in this time. */
const TRIED_EVERY_MS = 5_000;

let latest: { at: number; problem: Promise<string | null> } | undefined;

/** Why the database takes no writes, as of the last few seconds; null when it does. */
export function latestWriteProblem(): Promise<string | null> {
  const at = performance.now();
  if (!latest || at - latest.at >= TRIED_EVERY_MS) latest = { at, problem: tryWrite() };
  return latest.problem;
}

async function tryWrite(): Promise<string | null> {
  const code = await writeProblem(db());
  if (code !== null) log.error({ code }, "the database takes no writes");
  return code;
}
