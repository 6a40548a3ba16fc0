import type { Db } from "@/db/client";
import { type PrioritySources, placeOf } from "./rules";
import { placeRequests, selectPlacesOf } from "./store";

type OwnerTier = Pick<PrioritySources, "ownerTier" | "ownerTierExpiry">;

/** Moves a person's requests in the feed to where a new tier, or a new end of it, puts them (D20). The caller holds `lockPlaces`, and their rows. */
export async function placeRequestsOf(db: Db, userId: string, owner: OwnerTier, at: Date): Promise<void> {
  const rows = await selectPlacesOf(db, userId);
  if (rows.length > 0) {
    await placeRequests(
      db,
      rows.map((row) => ({ id: row.id, ...placeOf({ ...row, ...owner }, at) })),
    );
  }
}
