import type { Db } from "@/db/client";
import { AppError } from "@/lib/ground/errors";
import type { BoostType } from "@/lib/ground/vocabulary";
import { selectBoosts } from "./balance";

/** The unused boosts of a person, by type. @throws AppError NOT_FOUND */
export async function findBoosts(db: Db, userId: string): Promise<Record<BoostType, number>> {
  const boosts = await selectBoosts(db, userId);
  if (!boosts) throw new AppError("NOT_FOUND");
  return boosts;
}
