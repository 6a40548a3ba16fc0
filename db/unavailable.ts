/** The error codes of postgres.js and the system for a connection that was lost, or could not be made in time. */
const LOST = new Set([
  "CONNECTION_CLOSED",
  "CONNECT_TIMEOUT",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "ETIMEDOUT",
]);

/** The error codes of postgres.js and PostgreSQL for a database that is unreachable, starting, stopping or full. */
const AWAY = new Set([
  ...LOST,
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ENOTFOUND",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  // It is not the primary any more, and the proxy in front has not noticed.
  "25006",
  "53300",
  "57P01",
  "57P02",
  "57P03",
]);

/** Whether an error, or one of its causes, says that the database is unavailable. */
export function isDatabaseAway(error: unknown): boolean {
  return codesOf(error).some((code) => AWAY.has(code) || code.startsWith("08"));
}

/** Whether a connection was lost with this error, or could not be made in time. */
export function isLost(error: unknown): boolean {
  return codesOf(error).some((code) => LOST.has(code));
}

/** The codes of an error and of its causes, from PostgreSQL or the driver. */
export function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as { code?: unknown };
  return [...(typeof code === "string" ? [code] : []), ...codesOf(error.cause)];
}
