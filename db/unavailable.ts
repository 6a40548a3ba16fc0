/** The error codes of postgres.js and PostgreSQL for a database that is unreachable, starting, stopping or full. */
const CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
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
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { code?: unknown };
    if (typeof code === "string" && (CODES.has(code) || code.startsWith("08"))) return true;
  }
  return false;
}
