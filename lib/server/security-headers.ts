import "server-only";
import { env } from "@/lib/ground/env";
import { CLOSED_POLICY } from "@/lib/web/csp";
import { eachRequest } from "./each-request";

/** The headers of every answer. An answer may replace the closed policy with one of its own. */
function securityHeaders(): Record<string, string> {
  return {
    "Content-Security-Policy": CLOSED_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(self)",
    ...(env().secure && { "Strict-Transport-Security": "max-age=63072000" }),
  };
}

/**
 * Sets the security headers on every answer before anything else writes to it. Neither the middleware nor the
 * configuration of Next.js reaches them all: static files get no policy, and Next.js' own redirects and refusals of
 * malformed addresses get no headers at all. Called once, when the server starts.
 */
export function setSecurityHeaders(): void {
  const headers = Object.entries(securityHeaders());
  eachRequest("security headers", (_, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
  });
}
