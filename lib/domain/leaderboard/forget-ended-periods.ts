import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { periodStarts } from "@/lib/ground/periods";
import { deleteHistogramBefore } from "./store";

/** A server whose clock is behind still asks for ranks in what others call over. */
const SLACK_MS = 24 * 60 * 60 * 1000;

/**
 * Forgets how many people gave which amount in periods that are over (D30): nobody is told a rank in them. So what ranks are read from is as small
 * as what runs, however long the platform has been there.
 */
export async function forgetEndedPeriods(db: Db): Promise<void> {
  await deleteHistogramBefore(db, periodStarts(new Date(now().getTime() - SLACK_MS), env().timeZone));
}
