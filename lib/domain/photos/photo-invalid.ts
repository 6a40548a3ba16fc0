import { AppError } from "@/lib/ground/errors";

/**
 * Why a photo is refused: not there, used by another request, too many bytes or pixels, not a picture, or damaged.
 */
type Reason = "missing" | "used" | "size" | "pixels" | "type" | "damaged";

/** The refusal of a photo; its text says what to do about it. */
export function photoInvalid(reason: Reason, cause?: unknown): AppError {
  return new AppError("PHOTO_INVALID", { values: { reason }, cause });
}
