import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import { periodStarts } from "@/lib/ground/periods";
import { deleteHistogramBefore } from "./store";

/** A server whose clock is behind still asks for ranks in what others call over. */
const SLACK_MS = DAY;

/**
 * Deletes the histograms of periods that are over (D30): ranks are asked for current ones only, so the table that
 * serves them stays small.
 */
export async function forgetEndedPeriods(db: Db): Promise<void> {
  await deleteHistogramBefore(db, periodStarts(new Date(now().getTime() - SLACK_MS), env().timeZone));
}
