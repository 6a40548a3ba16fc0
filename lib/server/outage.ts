import { MINUTE } from "@/lib/ground/durations";
import "server-only";
import { AsyncResource } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/db/client";
import { databaseAnswers } from "@/db/ping";
import { perProcess } from "@/lib/ground/per-process";

const ASKED_EVERY_MS = 1_000;
const REPORTED_EVERY_MS = MINUTE;

/** What is written about an outage: when it begins, once a minute, and when it has ended. */
export type OutageReport = {
  begun: () => void;
  /** `times`: the lines that were left out since the last one. */
  lasts: (times: number) => void;
  /** `times`: all lines that were left out. */
  ended: (times: number, seconds: number) => void;
};

type State = {
  phase: "well" | "asking" | "away";
  /** Lines that wait for what the database answers. */
  held: (() => void)[];
  times: number;
};

const state = perProcess("outage", (): State => ({ phase: "well", held: [], times: 0 }));

/** Whether the database does not answer this server, as far as it knows. */
export function isOutage(): boolean {
  return state.phase === "away";
}

/**
 * Takes a line whose error says that the database is away. If the database indeed does not answer, an outage is
 * reported instead of its lines; otherwise, as after a single lost connection, the line is written.
 */
export function noteOutage(write: () => void, report: OutageReport, answers = askDatabase): void {
  state.times += 1;
  if (state.phase === "away") return;
  // With the ids of its request.
  state.held.push(AsyncResource.bind(write));
  if (state.phase === "asking") return;
  state.phase = "asking";
  void follow(report, answers);
}

/** Without a configuration, as in a test of the log alone, there is no database that could be away. */
async function askDatabase(): Promise<boolean> {
  try {
    return await databaseAnswers(db());
  } catch {
    return true;
  }
}

async function follow(report: OutageReport, answers: () => Promise<boolean>): Promise<void> {
  const isWell = await answers();
  const held = state.held.splice(0);
  if (!isWell) {
    state.phase = "away";
    report.begun();
    const begun = Date.now();
    for (
      let reported = begun, before = 0;
      !(await answers());
      await sleep(ASKED_EVERY_MS, null, { ref: false })
    ) {
      if (Date.now() - reported < REPORTED_EVERY_MS) continue;
      report.lasts(state.times - before);
      [reported, before] = [Date.now(), state.times];
    }
    report.ended(state.times, Math.round((Date.now() - begun) / 1_000));
  }
  Object.assign(state, { phase: "well", times: 0 });
  if (isWell) for (const write of held) write();
}
