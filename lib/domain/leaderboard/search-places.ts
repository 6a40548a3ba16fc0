import { AppError } from "@/lib/ground/errors";
import { Places } from "@/lib/ground/places";

/** How many searches of one person wait, and for how long. */
const WAITING = { waitingEach: 20, patienceMs: 2_000 };

/** Seconds after which a search that found no place is worth another try. */
const RETRY_AFTER = 2;

/** What PostgreSQL says of a statement that took too long. */
const TIMED_OUT = "57014";

/** Two on this server, so that other calls still find a connection. */
const places = new Places("searches", { places: 2, refusal: refused });

/**
 * Runs a person's search once there is capacity.
 * @throws AppError RATE_LIMITED when there is none in time, or the search took too long
 */
export async function inSearchPlace<T>(personId: string, search: () => Promise<T>): Promise<T> {
  try {
    return await places.take(personId, search, WAITING);
  } catch (error) {
    if (isTimedOut(error)) throw refused(error);
    throw error;
  }
}

function isTimedOut(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause as { code?: unknown } | null)?.code === TIMED_OUT;
}

function refused(cause?: unknown): AppError {
  return new AppError("RATE_LIMITED", { retryAfter: RETRY_AFTER, cause });
}
