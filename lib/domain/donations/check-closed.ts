import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { HOUR } from "@/lib/ground/durations";
import { checkClosed } from "./reserve-store";

/** Of goals that were reached earlier the payments were looked at by then. */
const LOOKED_BACK = HOUR;

/** Has the payments looked at that are still open for a request which reached its goal (giving.md). */
export async function checkClosedRequests(db: Db): Promise<void> {
  const at = now();
  await checkClosed(db, { since: new Date(at.getTime() - LOOKED_BACK), at });
}
