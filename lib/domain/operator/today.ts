import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { keptSince } from "./messages";
import { type Figures, selectFigures } from "./today-store";

export type { Figure, Figures } from "./today-store";

/** What waits for operators, with one figure for each kind of work (safety.md, The office). */
export async function today(db: Db): Promise<Figures> {
  return selectFigures(db, { at: now(), mailsSince: keptSince() });
}
