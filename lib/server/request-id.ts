import "server-only";
import type { IncomingMessage } from "node:http";
import { v7 } from "uuid";
import { env } from "@/lib/ground/env";
import { beginRequest, currentRequestId } from "@/lib/ground/request-context";
import { eachRequest } from "./each-request";

/** The request's id, in the answer and in the logs. */
export const REQUEST_ID_HEADER = "x-request-id";

/** The ids accepted from a proxy: long enough to be unique, and of characters that are harmless in a log. */
const VALID_ID = /^[\w.-]{8,64}$/;
/** With these a caller could attach its request to a trace of its choosing. */
const TRACE_HEADERS = ["traceparent", "tracestate", "baggage"];

/**
 * Assigns an id to every request before anything else sees it: that of our own proxy, else a new one. Log lines, calls
 * to providers and the answer carry it. Called once, when the server starts.
 */
export function assignRequestIds(): void {
  eachRequest("request ids", (request, response) => {
    const requestId = requestIdOf(request);
    request.headers[REQUEST_ID_HEADER] = requestId;
    response.setHeader(REQUEST_ID_HEADER, requestId);
    beginRequest(requestId);
  });
}

function requestIdOf({ headers }: IncomingMessage): string {
  const behindProxy = env().trustProxy > 0;
  if (!behindProxy) for (const name of TRACE_HEADERS) delete headers[name];
  const sent = behindProxy ? headers[REQUEST_ID_HEADER] : undefined;
  return typeof sent === "string" && VALID_ID.test(sent) ? sent : v7();
}

/** The id of the request that is being answered. */
export function requestIdNow(): string {
  return currentRequestId() ?? v7();
}
