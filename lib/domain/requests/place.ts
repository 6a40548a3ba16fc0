import type { Db } from "@/db/client";
import { AppError } from "@/lib/ground/errors";
import { selectPlaceName } from "./store";

/**
 * A request's town by its id, with the name that is shown (giving.md, Finding).
 * @throws AppError VALIDATION_ERROR for an id that none has
 */
export async function placeOf(
  db: Db,
  placeId: number | null,
): Promise<{ placeId: number | null; town: string | null }> {
  const town = placeId === null ? null : await selectPlaceName(db, placeId);
  if (placeId !== null && town === null) {
    throw new AppError("VALIDATION_ERROR", { fields: { placeId: "invalid" } });
  }
  return { placeId, town };
}
