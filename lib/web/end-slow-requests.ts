import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";

type Patience = { headersMs: number; requestMs: number };

/** A photo of 5 MB arrives in two minutes over any line that is worth the try. */
const PATIENCE: Patience = { headersMs: 20_000, requestMs: 120_000 };

/**
 * Ends connections on which a request arrives too slowly, so that nobody holds many of them open for long (trust.md 29). Node.js would wait for a
 * minute and for five; Next.js has no setting for it, and makes its server before it calls us, so the first request tells us which it is.
 */
export function endSlowRequests({ headersMs, requestMs }: Patience = PATIENCE): void {
  const known = new WeakSet<Server>();
  subscribe("http.server.request.start", (message) => {
    const { server } = message as { server: Server };
    if (known.has(server)) return;
    known.add(server);
    server.headersTimeout = headersMs;
    server.requestTimeout = requestMs;
  });
}
