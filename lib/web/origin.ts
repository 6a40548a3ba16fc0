import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";

/**
 * Whether a browser sends something on behalf of this site, or no browser does (api.md, D44). Callers that are no
 * browsers send neither header and carry no cookies of a person by accident.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  return (
    (origin === null || origin === env().appUrl) &&
    (site === null || site === "same-origin" || site === "none")
  );
}

/**
 * Refuses a state-changing call that a browser sends on behalf of another site.
 * @throws AppError CROSS_ORIGIN
 */
export function assertSameOrigin(headers: Headers): void {
  if (!isSameOrigin(headers)) throw new AppError("CROSS_ORIGIN");
}
