/** What postgres.js and PostgreSQL say when the database cannot be reached, is starting, stopping, or full. */
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
  "53300",
  "57P01",
  "57P02",
  "57P03",
]);

/** Whether something failed because the database is away, not because of what it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { code?: unknown };
    if (typeof code === "string" && (CODES.has(code) || code.startsWith("08"))) return true;
  }
  return false;
}
