import "server-only";
import { env } from "@/lib/env";

/** Names a request in the answer and in the logs. */
export const REQUEST_ID_HEADER = "x-request-id";

/** What every answer bears beyond the fixed headers of next.config.mjs. */
export function protect(
  headers: Headers,
  { requestId, policy }: { requestId: string; policy: string },
): void {
  headers.set(REQUEST_ID_HEADER, requestId);
  headers.set("Content-Security-Policy", policy);
  if (env().secure) headers.set("Strict-Transport-Security", "max-age=63072000");
}
