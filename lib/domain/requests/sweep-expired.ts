import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { placeOf } from "./rules";
import { findNextEnd, lockExpired, placeRequests } from "./store";

const BATCH = 500;

/**
 * Updates the feed's stored order where boosts, subscriptions and listings have ended (D11, D20), so that no job has
 * to. Costs two index probes when none has, which may be a replica's; the primary is written to. Rows that another
 * reader is updating are skipped.
 */
export async function sweepExpired(db: Db, primary = db): Promise<void> {
  const at = now();
  if ((await findNextEnd(db)) > at.getTime()) return;
  if (primary !== db) return sweepExpired(primary);
  while ((await placeBatch(db, at)) === BATCH);
}

async function placeBatch(db: Db, at: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await lockExpired(tx, at, BATCH);
    const placings = rows.map((row) => ({ id: row.id, ...placeOf(row, at) }));
    if (placings.length > 0) await placeRequests(tx, placings);
    return placings.length;
  });
}
