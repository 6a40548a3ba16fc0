/**
 * Whether an error says that a client went away in the middle of its request, which is no fault of ours: Node.js ends
 * the body with it, and libraries pass it on as a cause.
 */
export function isCutOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (code === "ECONNRESET" && error.message === "aborted") || isCutOff(error.cause);
}
