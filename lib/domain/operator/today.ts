import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { keptSince } from "./messages";
import { type Figures, selectFigures } from "./today-store";

export type { Figure, Figures } from "./today-store";

/** What waits for an operator, one figure for each kind of work; not what concerns them (safety.md, The office). */
export async function today(db: Db, operator: { id: string }): Promise<Figures> {
  return selectFigures(db, { at: now(), mailsSince: keptSince(), operatorId: operator.id });
}
