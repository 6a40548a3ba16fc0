import { AppError } from "@/lib/ground/errors";

/** The refusal of a username that somebody has, in whatever case, or that is held; the unique key decides, so that of many at once one wins. */
export function usernameTaken(cause?: unknown): AppError {
  return new AppError("USERNAME_TAKEN", { fields: { username: "usernameTaken" }, cause });
}
