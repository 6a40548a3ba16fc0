import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "@/db/client";
import { newId } from "@/db/schema";
import { now } from "@/lib/ground/clock";
import { AppError, type ErrorCode, type FieldErrors } from "@/lib/ground/errors";
import { type Claim, findClaim, insertClaim, releaseClaim, retakeClaim, storeAnswer } from "./store";

const MAX_KEY = 255;
/** A holder that is silent for longer than any provider call takes is taken for dead. */
const STALE_MS = 60_000;
/**
 * How long before each look at an answer, in ms, ten seconds in all: most come within the first, the others take
 * several.
 */
const PAUSES = [0, 100, 200, 400, 800, 1_600, 2_300, 2_300, 2_300];
/** Callers of one key at once: the one that runs, and a few that wait. */
const MAX_ASKING = 5;

/** How many ask in this process, by person and key. */
const asking = new Map<string, number>();

export type Operation = { userId: string; key: string | null; call: string; input: unknown };

/** An answer as it is stored: a result, or a refusal that a retry would meet again. */
type Stored<T> = { result: T } | { refused: Refusal };
type Refusal = { code: ErrorCode; values: Record<string, string | number>; fields?: FieldErrors };

/**
 * Runs something that spends or creates at most once per `Idempotency-Key` and person (api.md). The same key with the same input answers the
 * same again; `run` is given the id for what it creates, so that even a run that died half-way is continued rather than doubled.
 * @throws AppError IDEMPOTENCY_MISMATCH, IDEMPOTENCY_IN_PROGRESS, VALIDATION_ERROR, and what `run` throws
 */
export async function once<T>(
  db: Db,
  operation: Operation,
  run: (operationId: string) => Promise<T>,
): Promise<T> {
  const { userId, key } = operation;
  if (key === null) return run(newId());
  if (key.length === 0 || key.length > MAX_KEY) throw new AppError("VALIDATION_ERROR");
  return amongFew(`${userId} ${key}`, () => runOnce(db, { ...operation, key }, run));
}

/** Does something unless too many callers already do; those it refuses never ask the database. */
async function amongFew<T>(name: string, work: () => Promise<T>): Promise<T> {
  const others = asking.get(name) ?? 0;
  if (others >= MAX_ASKING) throw new AppError("IDEMPOTENCY_IN_PROGRESS");
  asking.set(name, others + 1);
  try {
    return await work();
  } finally {
    const left = (asking.get(name) ?? 1) - 1;
    if (left > 0) asking.set(name, left);
    else asking.delete(name);
  }
}

async function runOnce<T>(
  db: Db,
  operation: Operation & { key: string },
  run: (operationId: string) => Promise<T>,
): Promise<T> {
  const { userId, key } = operation;
  const claim = await take(db, userId, key, fingerprint(operation));
  if (claim.status !== null) return replay<T>(claim.answer as Stored<T>);
  try {
    const result = await run(claim.operationId);
    await storeAnswer(db, userId, key, 200, { result } satisfies Stored<T>);
    return result;
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && error.code !== "RATE_LIMITED") {
      const { code, values, fields } = error;
      const refused: Refusal = { code, values, ...(fields && { fields }) };
      await storeAnswer(db, userId, key, error.status, { refused } satisfies Stored<T>);
    } else {
      await releaseClaim(db, userId, key);
    }
    throw error;
  }
}

/** The claim on a key: ours to run, or with the answer of whoever ran it. */
async function take(db: Db, userId: string, key: string, print: string): Promise<Claim> {
  const fresh = await insertClaim(db, userId, key, print, now());
  if (fresh) return fresh;
  for (const pause of PAUSES) {
    await sleep(pause);
    const held = await findClaim(db, userId, key);
    if (!held) throw new AppError("IDEMPOTENCY_IN_PROGRESS");
    if (held.fingerprint !== print) throw new AppError("IDEMPOTENCY_MISMATCH");
    if (held.status !== null) return held;
    const staleBefore = new Date(now().getTime() - STALE_MS);
    if (held.claimedAt < staleBefore && (await retakeClaim(db, userId, key, staleBefore, now()))) return held;
  }
  throw new AppError("IDEMPOTENCY_IN_PROGRESS");
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
