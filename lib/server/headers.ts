import "server-only";
import { env } from "@/lib/ground/env";
import { CLOSED_POLICY } from "@/lib/web/csp";

/** Names a request in the answer and in the logs. */
export const REQUEST_ID_HEADER = "x-request-id";

/** What every answer bears, whoever gives it. An answer may have a policy of its own instead of the closed one. */
export function securityHeaders(): Record<string, string> {
  return {
    "Content-Security-Policy": CLOSED_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    ...(env().secure && { "Strict-Transport-Security": "max-age=63072000" }),
  };
}
