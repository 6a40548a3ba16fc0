import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

/**
 * Refuses a state-changing call that a browser sends on behalf of another site (api.md). Callers that are no browsers send neither header
 * and carry no cookies of a person by accident.
 * @throws AppError CROSS_ORIGIN
 */
export function assertSameOrigin(headers: Headers): void {
  const origin = headers.get("origin");
  if (origin !== null && origin !== env().appUrl) throw new AppError("CROSS_ORIGIN");
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") throw new AppError("CROSS_ORIGIN");
}
