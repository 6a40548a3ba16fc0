import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";

/**
 * Whether a request comes from a page of this site, or from no browser (api.md, D44). Callers other than browsers send
 * neither header, and do not send a person's cookies by accident.
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
 * Refuses a state-changing call from a page of another site.
 * @throws AppError CROSS_ORIGIN
 */
export function assertSameOrigin(headers: Headers): void {
  if (!isSameOrigin(headers)) throw new AppError("CROSS_ORIGIN");
}
