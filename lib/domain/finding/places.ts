import type { Db } from "@/db/client";
import { AppError } from "@/lib/ground/errors";
import { withoutUnprintable } from "@/lib/ground/text-rules";
import { selectNearest, selectPlaces, selectRings } from "./places-store";
import { type Band, listedBands } from "./rules";
import type { Place, Position } from "./schema";

export { selectPlace as findPlace } from "./places-store";

/** How many towns are offered for what somebody types. */
const OFFERED = 8;

/** Towns of which a word begins so, in any of the languages, the largest first (giving.md, Finding). */
export async function listPlaces(db: Db, q: string): Promise<Place[]> {
  return q === "" ? [] : selectPlaces(db, withoutUnprintable(q), OFFERED);
}

/**
 * The town nearest to a position, which is neither kept nor logged (giving.md, Finding).
 * @throws AppError NOT_FOUND when none is within the widest band
 */
export async function nearestPlace(db: Db, position: Position): Promise<Place> {
  const place = await selectNearest(db, position);
  if (!place) throw new AppError("NOT_FOUND");
  return place;
}

/** The towns near one, by how far they are at most, as far as enough is asked for there. */
export async function bandsAround(db: Db, placeId: number): Promise<{ band: Band; placeIds: number[] }[]> {
  return listedBands(await selectRings(db, placeId));
}
