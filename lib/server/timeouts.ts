import "server-only";
import { eachServer } from "./http-servers";

type Patience = { headersMs: number; requestMs: number; stillMs: number };

/**
 * A photo of 5 MB arrives in two minutes over any usable line, and no call takes a minute and a half to
 * answer.
 */
const PATIENCE: Patience = { headersMs: 20_000, requestMs: 120_000, stillMs: 90_000 };

/**
 * Ends connections that keep the server waiting, so that nobody holds many of them open for long (trust.md 29, 34): on
 * which a request arrives too slowly or not at all, and on which nothing moves because the answer is not read. Node.js
 * would wait for a minute, for five, and for ever.
 */
export function endSlowRequests({ headersMs, requestMs, stillMs }: Patience = PATIENCE): void {
  eachServer((server) => {
    server.headersTimeout = headersMs;
    server.requestTimeout = requestMs;
    server.timeout = stillMs;
  });
}
