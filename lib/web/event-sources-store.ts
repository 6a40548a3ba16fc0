import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { refusedEvents } from "@/db/schema";

export async function addRefused(
  db: Db,
  { source, times, at }: { source: string; times: number; at: Date },
): Promise<void> {
  await db
    .insert(refusedEvents)
    .values({ source, times, since: at, lastAt: at })
    .onConflictDoUpdate({
      target: refusedEvents.source,
      set: { times: sql`${refusedEvents.times} + excluded.times`, lastAt: at },
    });
}

export async function forgetRefused(db: Db, source: string): Promise<void> {
  await db.delete(refusedEvents).where(eq(refusedEvents.source, source));
}
