import "server-only";
import pino, { type LoggerOptions } from "pino";
import { withoutCardNumbers } from "@/lib/ground/card-number";
import { currentRequestId } from "@/lib/ground/request-context";
import { currentTraceId } from "@/lib/ground/spans";
import { PRIVATE_PATHS, withoutPrivate } from "./redact";

/** How a line is made. */
export const lines: LoggerOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describeError },
  // No line is meant to hold any of this; an error of some library could.
  redact: { paths: PRIVATE_PATHS, censor: "[kept back]" },
  hooks: { streamWrite: (line) => withoutPrivate(withoutCardNumbers(line)) },
  mixin: () => ({ requestId: currentRequestId(), traceId: currentTraceId() }),
  mixinMergeStrategy: (line, origin) => ({ ...origin, ...line }),
};

/**
 * Structured logs. They carry ids and codes, never e-mail addresses, tokens, names with amounts, or bodies. Each line says by itself which request
 * it belongs to, and which trace.
 */
export const log = pino(lines);

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
