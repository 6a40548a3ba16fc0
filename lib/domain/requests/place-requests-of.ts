import type { Db } from "@/db/client";
import { type PrioritySources, placeOf } from "./rules";
import { placeRequests, selectPlacesOf } from "./store";

type OwnerTier = Pick<PrioritySources, "ownerTier" | "ownerTierExpiry">;

/**
 * Moves a person's requests in the feed after a change of tier or of its end (D20). The caller has `lockPlaces` and
 * the rows' locks.
 */
export async function placeRequestsOf(db: Db, userId: string, owner: OwnerTier, at: Date): Promise<void> {
  const rows = await selectPlacesOf(db, userId);
  if (rows.length > 0) {
    await placeRequests(
      db,
      rows.map((row) => ({ id: row.id, ...placeOf({ ...row, ...owner }, at) })),
    );
  }
}
