import type { Db } from "@/db/client";
import { AppError } from "@/lib/ground/errors";
import type { BoostType } from "@/lib/ground/vocabulary";
import { selectBoosts } from "./balance";
import { purchaseRecords } from "./purchase-store";
import type { BoostPurchase } from "./types";

/** The unused boosts of a person, by type. @throws AppError NOT_FOUND */
export async function findBoosts(db: Db, userId: string): Promise<Record<BoostType, number>> {
  const boosts = await selectBoosts(db, userId);
  if (!boosts) throw new AppError("NOT_FOUND");
  return boosts;
}

/** A purchase; null if there is none. */
export function findPurchase(db: Db, id: string): Promise<BoostPurchase | null> {
  return purchaseRecords.find(db, id);
}
