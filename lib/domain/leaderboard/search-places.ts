import { AppError } from "@/lib/ground/errors";

/**
 * The maximum of concurrent searches on this server, so that other calls still find a connection and a processor
 * (D43).
 */
const PLACES = 2;

/** How many searches of one person wait, and for how long. */
const WAITING_EACH = 20;
const PATIENCE_MS = 2_000;

/** Seconds after which a search that found no place is worth another try. */
const RETRY_AFTER = 2;

/** What PostgreSQL says of a statement that took too long. */
const TIMED_OUT = "57014";

type Waiting = () => void;

/**
 * The number of running searches, and the queue of each person: people take turns, so that many searches of one do
 * not delay others. On globalThis because Next.js bundles routes and pages separately.
 */
type Places = { taken: number; lines: Map<string, Waiting[]> };

const shared = globalThis as { steuntjeSearches?: Places };
shared.steuntjeSearches ??= { taken: 0, lines: new Map() };
const places = shared.steuntjeSearches;
const { lines } = places;

/**
 * Runs a person's search once there is capacity.
 * @throws AppError RATE_LIMITED when there is none in time, or the search took too long
 */
export async function inSearchPlace<T>(personId: string, search: () => Promise<T>): Promise<T> {
  await place(personId);
  try {
    return await search();
  } catch (error) {
    if (isTimedOut(error)) throw refused(error);
    throw error;
  } finally {
    next();
  }
}

async function place(personId: string): Promise<void> {
  if (places.taken < PLACES) {
    places.taken += 1;
    return;
  }
  const line = lines.get(personId) ?? [];
  if (line.length >= WAITING_EACH) throw refused();
  await new Promise<void>((resolve, reject) => {
    const start = () => {
      clearTimeout(patience);
      resolve();
    };
    const patience = setTimeout(() => {
      leave(personId, start);
      reject(refused());
    }, PATIENCE_MS);
    lines.set(personId, [...line, start]);
  });
}

/** Starts the search of the person whose turn it is; their other searches move to the end of the queue. */
function next(): void {
  const [first] = lines;
  if (!first) {
    places.taken -= 1;
    return;
  }
  const [personId, [start, ...others]] = first;
  lines.delete(personId);
  if (others.length > 0) lines.set(personId, others);
  start?.();
}

function leave(personId: string, waiting: Waiting): void {
  const others = (lines.get(personId) ?? []).filter((each) => each !== waiting);
  if (others.length > 0) lines.set(personId, others);
  else lines.delete(personId);
}

function isTimedOut(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause as { code?: unknown } | null)?.code === TIMED_OUT;
}

function refused(cause?: unknown): AppError {
  return new AppError("RATE_LIMITED", { retryAfter: RETRY_AFTER, cause });
}
