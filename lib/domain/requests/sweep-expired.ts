import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { placeOf } from "./rules";
import { findNextEnd, lockExpired, type NextEnd, placeRequests } from "./store";

const BATCH = 500;

/**
 * Updates the stored feed order where boosts, subscriptions or listings have run out (D11, D20), so that no job has
 * to. Costs two index probes when none has; rows that another reader is updating are skipped. Returns when
 * something runs out next.
 */
export async function sweepExpired(db: Db): Promise<NextEnd> {
  const at = now();
  const next = await findNextEnd(db);
  if (next.end > at.getTime()) return next;
  while ((await placeBatch(db, at)) === BATCH);
  return findNextEnd(db);
}

async function placeBatch(db: Db, at: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await lockExpired(tx, at, BATCH);
    const placings = rows.map((row) => ({ id: row.id, ...placeOf(row, at) }));
    if (placings.length > 0) await placeRequests(tx, placings);
    return placings.length;
  });
}
