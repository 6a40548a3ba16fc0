import { createHash } from "node:crypto";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Db } from "@/db/client";
import { idempotencyKeys } from "@/db/schema";
import { pick } from "@/db/statement";

export type Claim = Pick<
  typeof idempotencyKeys.$inferSelect,
  "fingerprint" | "operationId" | "status" | "answer" | "claimedAt"
> & {
  /** It was taken over from a run that left no answer. */
  isRetry?: true;
};

/** What distinguishes the claim of one run from that of another run, which took the same key over. */
export type OwnClaim = { userId: string; key: string; operationId: string; claimedAt: Date };

const columns = pick(idempotencyKeys, "fingerprint", "operationId", "status", "answer", "claimedAt");

/** Only the digest of a key is stored: the caller could put anything into it. */
const digest = (key: string) => createHash("sha256").update(key).digest("hex");

const isOwn = (userId: string, key: string) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, digest(key)));

/** Claims a new key; null if it exists. */
export async function insertClaim(db: Db, own: OwnClaim, fingerprint: string) {
  const { userId, key, operationId, claimedAt } = own;
  const [row] = await db
    .insert(idempotencyKeys)
    .values({ userId, key: digest(key), fingerprint, operationId, claimedAt, createdAt: claimedAt })
    .onConflictDoNothing()
    .returning(columns);
  return row ?? null;
}

/** The claim on a key. */
export async function findClaim(db: Db, userId: string, key: string): Promise<Claim | null> {
  const [row] = await db.select(columns).from(idempotencyKeys).where(isOwn(userId, key));
  return row ?? null;
}

/** Takes over an unanswered key that was released, or claimed before `staleBefore`. */
export async function retakeClaim(db: Db, userId: string, key: string, staleBefore: Date, at: Date) {
  const rows = await db
    .update(idempotencyKeys)
    .set({ claimedAt: at })
    .where(
      and(
        isOwn(userId, key),
        isNull(idempotencyKeys.status),
        or(lt(idempotencyKeys.claimedAt, staleBefore), eq(idempotencyKeys.claimedAt, new Date(0))),
      ),
    )
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

/** Stores the first answer, for retries. */
export async function storeAnswer(db: Db, userId: string, key: string, status: number, answer: unknown) {
  await db
    .update(idempotencyKeys)
    .set({ status, answer })
    .where(and(isOwn(userId, key), isNull(idempotencyKeys.status)));
}

/** Releases an unanswered key, so that a retry need not wait, unless another run has taken it over. */
export async function releaseClaim(db: Db, { userId, key, operationId, claimedAt }: OwnClaim) {
  await db
    .update(idempotencyKeys)
    .set({ claimedAt: new Date(0) })
    .where(
      and(
        isOwn(userId, key),
        eq(idempotencyKeys.operationId, operationId),
        eq(idempotencyKeys.claimedAt, claimedAt),
        isNull(idempotencyKeys.status),
      ),
    );
}

/** Deletes keys created before a time. */
export async function deleteClaimsBefore(db: Db, before: Date) {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
