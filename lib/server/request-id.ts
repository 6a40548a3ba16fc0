import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { v7 } from "uuid";
import { env } from "@/lib/ground/env";
import { beginRequest, currentRequestId } from "@/lib/ground/request-context";
import { REQUEST_ID_HEADER } from "./headers";

/** What a proxy in front may call a request: long enough to be one of its kind, and nothing that could be more than a name in a log. */
const SANE = /^[\w.-]{8,64}$/;
/** By these a caller would place its request in a trace of its choosing. */
const TRACE_HEADERS = ["traceparent", "tracestate", "baggage"];

/** Kept on globalThis because a development server loads its start-up again. */
const shared = globalThis as { steuntjeNamesRequests?: true };

/**
 * Names every request before anything else sees it: by the id that a proxy of ours gave it, else by a new one. Whatever it causes carries the
 * name: its log lines, its calls to the providers, its answer. Called once, when the server starts.
 */
export function nameRequests(): void {
  if (shared.steuntjeNamesRequests) return;
  shared.steuntjeNamesRequests = true;
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const requestId = nameOf(request);
    request.headers[REQUEST_ID_HEADER] = requestId;
    response.setHeader(REQUEST_ID_HEADER, requestId);
    beginRequest(requestId);
  });
}

function nameOf({ headers }: IncomingMessage): string {
  const behindProxy = env().trustProxy > 0;
  if (!behindProxy) for (const name of TRACE_HEADERS) delete headers[name];
  const given = behindProxy ? headers[REQUEST_ID_HEADER] : undefined;
  return typeof given === "string" && SANE.test(given) ? given : v7();
}

/** The id of the request that is being answered. */
export function requestIdNow(): string {
  return currentRequestId() ?? v7();
}
