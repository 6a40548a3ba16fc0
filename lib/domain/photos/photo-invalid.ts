import { AppError } from "@/lib/ground/errors";

/** What can be wrong with a photo: not there, used by another request, too many bytes or pixels, no picture, or a broken one. */
type Reason = "missing" | "used" | "size" | "pixels" | "type" | "damaged";

/** The refusal of a photo; its text says what to do about it. */
export function photoInvalid(reason: Reason, cause?: unknown): AppError {
  return new AppError("PHOTO_INVALID", { values: { reason }, cause });
}
