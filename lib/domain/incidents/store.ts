import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { stops } from "@/db/schema";
import type { Stoppable } from "@/lib/ground/vocabulary";

/** Whether an operator has stopped this for everybody (safety.md, Stop everything). */
export async function isStopped(db: Db, what: Stoppable): Promise<boolean> {
  return (await db.$count(stops, eq(stops.what, what))) > 0;
}

/** Stops something; false if it is stopped already. */
export async function insertStop(
  db: Db,
  stop: { what: Stoppable; reason: string; stoppedBy: string; createdAt: Date },
): Promise<boolean> {
  const rows = await db.insert(stops).values(stop).onConflictDoNothing().returning({ what: stops.what });
  return rows.length > 0;
}

/** Removes a stop; false if there is none. */
export async function deleteStop(db: Db, what: Stoppable): Promise<boolean> {
  const rows = await db.delete(stops).where(eq(stops.what, what)).returning({ what: stops.what });
  return rows.length > 0;
}
