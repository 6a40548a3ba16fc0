import type { Db } from "@/db/client";
import { KeptRead } from "@/db/kept-read";
import { now } from "@/lib/ground/clock";
import { type RequestRow, selectFirstOfFeed } from "./store";
import { sweepExpired } from "./sweep-expired";

/** The rows, and until when no place among them runs out, in milliseconds since 1970. */
type First = { rows: RequestRow[]; until: number };

const kept = new KeptRead<First>();

/** The first rows of the feed: those that were read at this moment of the database, unless a place has run out since; else they are read. */
export async function firstRows(db: Db, limit: number, moment: string | null): Promise<RequestRow[]> {
  const name = String(limit);
  const found = kept.find(db, name, moment);
  if (found && now().getTime() < found.until) return found.rows;
  const next = await sweepExpired(db);
  const first = await selectFirstOfFeed(db, limit);
  if (first.moment !== null && first.moment === next.moment) {
    kept.keep(db, name, first.moment, { rows: first.rows, until: next.end });
  }
  return first.rows;
}
