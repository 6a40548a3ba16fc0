/** How long to wait before each new try (specification 9, Uploader defaults). */
export const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000];

/**
 * Whether a try that failed could go well a moment later: no answer came, the server is at fault, or the address to send to has expired, for each
 * try asks for a new one. A refusal stays one.
 */
export function isTransient(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  const status = statusOf(failure);
  return status === 0 || status === 408 || status >= 500 || failure.message === "Request has expired";
}

/** Of our own call, or of the store's answer as Uppy tells it; 0 when there was none. */
function statusOf(failure: Error & { status?: number; source?: { status?: number } }): number {
  return failure.status ?? failure.source?.status ?? 0;
}
