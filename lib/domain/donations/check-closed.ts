import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { HOUR } from "@/lib/ground/durations";
import { checkClosed } from "./reserve-store";

/** The payments of goals that were reached before this are settled already. Milliseconds. */
const LOOKED_BACK = HOUR;

/** Makes the payments due that are still open for a request which reached its goal (giving.md). */
export async function checkClosedRequests(db: Db): Promise<void> {
  const at = now();
  await checkClosed(db, { since: new Date(at.getTime() - LOOKED_BACK), at });
}
