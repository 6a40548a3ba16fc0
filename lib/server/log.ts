import "server-only";
import { format } from "node:util";
import pino, { type LoggerOptions } from "pino";
import { isDatabaseAway } from "@/db/unavailable";
import { withoutCardNumbers } from "@/lib/ground/card-number";
import { isCutOff } from "@/lib/ground/cut-off";
import { currentRequestId } from "@/lib/ground/request-context";
import { currentTraceId } from "@/lib/ground/spans";
import { noteOutage, type OutageReport } from "./outage";
import { REDACTED_PATHS, redact } from "./redact";

/** The options of the logger. */
export const logOptions: LoggerOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describeError },
  // No line should contain any of this; a library's error could.
  redact: { paths: REDACTED_PATHS, censor: "[redacted]" },
  hooks: {
    streamWrite: (line) => redact(withoutCardNumbers(line)),
    logMethod(args, method) {
      const write = () => method.apply(this, args);
      if (isDatabaseAway(errorOf(args[0]))) noteOutage(write, OUTAGE);
      else write();
    },
  },
  mixin: () => ({ requestId: currentRequestId(), traceId: currentTraceId() }),
  mixinMergeStrategy: (line, origin) => ({ ...origin, ...line }),
};

/**
 * Structured logs. They carry ids and codes, never e-mail addresses, tokens, names with amounts, or bodies. Each line
 * has the id of its request and of its trace.
 */
export const log = pino(logOptions);

/** An outage of the database is one line a minute, not one for each error that it causes. */
const OUTAGE: OutageReport = {
  begun: () => log.error("the database is away"),
  lasts: (times) => log.error({ times }, "the database is still away"),
  ended: (times, seconds) => log.warn({ times, seconds }, "the database answers again"),
};

function errorOf(fields: unknown): unknown {
  return typeof fields === "object" && fields !== null && "err" in fields ? fields.err : undefined;
}

/** An error and its causes, without the parameters of a failed query: they are names, addresses and hashes. */
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

/**
 * Sends to the log what Next.js prints by itself: errors of pages and actions, and warnings, in one line each. Printed,
 * an error of the database would show the parameters of its query. A request that its client cut off is no error.
 */
export function logConsoleErrors(): void {
  for (const level of ["warn", "error"] as const) {
    console[level] = (...printed: unknown[]) => {
      const err = printed.find((each) => each instanceof Error);
      if (isCutOff(err)) return;
      if (err) log[level]({ err }, "an error that nothing caught");
      else log[level](format(...printed));
    };
  }
  logWarnings();
}

/**
 * Logs the warnings of Node.js and of packages (`process.emitWarning`) as such, each once: Node.js prints them as
 * errors, one for each copy of a package. Exported for tests.
 */
export function logWarnings(): void {
  const known = new Set<string>();
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => {
    if (known.has(message)) return;
    known.add(message);
    log.warn({ error: `${name}: ${message}` }, "Node.js or a package warns");
  });
}
