import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "@/db/client";
import { newId } from "@/db/schema";
import { now } from "@/lib/ground/clock";
import { MINUTE } from "@/lib/ground/durations";
import { AppError, type ErrorCode, type FieldErrors } from "@/lib/ground/errors";
import {
  type Claim,
  findClaim,
  insertClaim,
  type OwnClaim,
  releaseClaim,
  retakeClaim,
  storeAnswer,
} from "./store";

const MAX_KEY = 255;
/** Pauses before each check for an answer, in ms, ten seconds in all: most come within one, the others take several. */
const PAUSES = [0, 100, 200, 400, 800, 1_600, 2_300, 2_300, 2_300];
/** A run without an answer after this, longer than any call to a provider, counts as crashed. */
const STALE_MS = MINUTE;
/** The pause between attempts to release a key while the database is away. */
const RELEASE_MS = 1_000;
/** Concurrent callers of one key: the one that runs, and a few that wait. */
const MAX_CALLERS = 5;

/** Concurrent callers in this process, by person and key. */
const callers = new Map<string, number>();

export type Operation = { userId: string; key: string | null; call: string; input: unknown };

type Run<T> = (operationId: string, isRetry: boolean) => Promise<T>;

/** An answer as it is stored: a result, or a refusal that a retry would get again. */
type Stored<T> = { result: T } | { refused: Refusal };
type Refusal = { code: ErrorCode; values: Record<string, string | number>; fields?: FieldErrors };

/**
 * Runs something that spends or creates at most once per `Idempotency-Key` and person (api.md). The same key with the
 * same input gets the same answer; `run` receives the id for what it creates, so that a run that crashed half-way is
 * continued rather than doubled, and whether an earlier run has left no answer: it may have done everything.
 * @throws AppError IDEMPOTENCY_MISMATCH, IDEMPOTENCY_IN_PROGRESS, VALIDATION_ERROR, and what `run` throws
 */
export async function once<T>(db: Db, operation: Operation, run: Run<T>): Promise<T> {
  const { userId, key } = operation;
  if (key === null) return run(newId(), false);
  assertKey(key);
  return amongFew(`${userId} ${key}`, () => runOnce(db, { ...operation, key }, run));
}

/** @throws AppError VALIDATION_ERROR where a person or a visitor sends what is no key (api.md) */
export function assertKey(key: string): void {
  if (key.length === 0 || key.length > MAX_KEY) throw new AppError("VALIDATION_ERROR");
}

/** Refuses a caller too many before any query of the database. */
async function amongFew<T>(name: string, work: () => Promise<T>): Promise<T> {
  const others = callers.get(name) ?? 0;
  if (others >= MAX_CALLERS) throw new AppError("IDEMPOTENCY_IN_PROGRESS");
  callers.set(name, others + 1);
  try {
    return await work();
  } finally {
    const left = (callers.get(name) ?? 1) - 1;
    if (left > 0) callers.set(name, left);
    else callers.delete(name);
  }
}

async function runOnce<T>(db: Db, operation: Operation & { key: string }, run: Run<T>): Promise<T> {
  const { userId, key } = operation;
  const claim = await take(db, userId, key, fingerprint(operation));
  if (claim.status !== null) return replay<T>(claim.answer as Stored<T>);
  const own = { userId, key, operationId: claim.operationId, claimedAt: claim.claimedAt };
  try {
    return await runAndStore(db, own, (id) => run(id, claim.isRetry ?? false));
  } catch (error) {
    if (!isRefusal(error)) await release(db, own);
    throw error;
  }
}

async function runAndStore<T>(
  db: Db,
  { userId, key, operationId }: OwnClaim,
  run: (operationId: string) => Promise<T>,
): Promise<T> {
  try {
    const result = await run(operationId);
    await storeAnswer(db, userId, key, 200, { result } satisfies Stored<T>);
    return result;
  } catch (error) {
    if (isRefusal(error)) {
      const { code, values, fields } = error;
      const refused: Refusal = { code, values, ...(fields && { fields }) };
      await storeAnswer(db, userId, key, error.status, { refused } satisfies Stored<T>);
    }
    throw error;
  }
}

/** Whether a retry would be refused again. */
function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500 && error.code !== "RATE_LIMITED";
}

/** The claim on a key: one of this run, or one with the answer of an earlier run. */
async function take(db: Db, userId: string, key: string, print: string): Promise<Claim> {
  const own = { userId, key, operationId: newId(), claimedAt: now() };
  const created = await insertClaim(db, own, print).catch((error: unknown) => {
    // It may have been stored all the same. Its caller does not wait for a database that is away.
    void release(db, own);
    throw error;
  });
  if (created) return created;
  for (const pause of PAUSES) {
    await sleep(pause);
    const claim = await findClaim(db, userId, key);
    if (!claim) throw new AppError("IDEMPOTENCY_IN_PROGRESS");
    if (claim.fingerprint !== print) throw new AppError("IDEMPOTENCY_MISMATCH");
    if (claim.status !== null) return claim;
    const claimedAt = now();
    const staleBefore = new Date(claimedAt.getTime() - STALE_MS);
    if (claim.claimedAt < staleBefore && (await retakeClaim(db, userId, key, staleBefore, claimedAt)))
      return { ...claim, claimedAt, isRetry: true };
  }
  throw new AppError("IDEMPOTENCY_IN_PROGRESS");
}

/** Releases the claim of a run that failed: at once, or as soon as the database answers. */
async function release(db: Db, claim: OwnClaim): Promise<void> {
  await releaseClaim(db, claim).catch(() => void releaseLater(db, claim));
}

/** Until it can be taken over anyway. */
async function releaseLater(db: Db, claim: OwnClaim): Promise<void> {
  await sleep(RELEASE_MS, undefined, { ref: false });
  if (claim.claimedAt.getTime() >= now().getTime() - STALE_MS) await release(db, claim);
}

function replay<T>(stored: Stored<T>): T {
  if ("result" in stored) return stored.result;
  const { code, ...details } = stored.refused;
  throw new AppError(code, details);
}

function fingerprint({ call, input }: Operation): string {
  const sorted = JSON.stringify(input, (_, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash("sha256").update(`${call}\n${sorted}`).digest("hex");
}
