import "server-only";
import pino from "pino";
import { currentRequestId } from "@/lib/request-context";
import { currentTraceId } from "@/lib/telemetry";

/**
 * Structured logs. They carry ids and codes, never e-mail addresses, tokens, names with amounts, or bodies. Each line says by itself which request
 * it belongs to, and which trace.
 */
export const log = pino({
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describeError },
  mixin: () => ({ requestId: currentRequestId(), traceId: currentTraceId() }),
  mixinMergeStrategy: (line, origin) => ({ ...origin, ...line }),
});

/** An error and its causes without what a failed query was asked with: its parameters are names, addresses and hashes. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { query, code } = error as { query?: unknown; code?: unknown };
  return {
    type: error.name,
    message: typeof query === "string" ? `Failed query: ${query}` : error.message,
    ...(typeof code === "string" && { code }),
    stack: error.stack?.split("\n").filter((line) => line.startsWith("    at ")),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
