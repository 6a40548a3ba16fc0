import type { Db } from "@/db/client";
import { AppError } from "@/lib/ground/errors";
import type { BoostType } from "@/lib/ground/vocabulary";
import { selectHeld } from "./store";

/**
 * How many boosts of each type a person holds.
 * @throws AppError NOT_FOUND
 */
export async function findBoosts(db: Db, userId: string): Promise<Record<BoostType, number>> {
  const held = await selectHeld(db, userId);
  if (!held) throw new AppError("NOT_FOUND");
  return held;
}
