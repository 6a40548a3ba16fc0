import { ECDH } from "node:crypto";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { type Caller, lockCaller, lockErased } from "@/lib/domain/users/guards";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { deleteByEndpoint, deleteOldest, requireSession, upsertSubscription } from "./push-store";
import { isPushEndpoint, MAX_SUBSCRIPTIONS } from "./rules";
import type { NewSubscription, renewPushSchema } from "./schema";

/**
 * Sends a person's push messages to a browser too, until its session ends (`sid`: its stored id). Of more than ten
 * browsers the oldest gets none any more; a browser in which another account got them gets this one's instead. `device`
 * as the person would recognise it.
 * @throws AppError VALIDATION_ERROR for an endpoint of no known push service, or keys that are none; UNAUTHENTICATED
 */
export async function subscribePush(
  db: Db,
  viewer: Caller,
  subscription: NewSubscription,
  { sid, device }: { sid: string; device: string | null },
): Promise<void> {
  const { id: userId } = viewer;
  assertUsable(subscription);
  await db.transaction(async (tx) => {
    // The lock keeps what happens at the same time apart: two more browsers, or the account's erasure.
    await lockCaller(tx, viewer);
    const sessionId = await requireSession(tx, sid);
    await upsertSubscription(tx, { userId, sessionId, ...subscription, device, createdAt: now() });
    await deleteOldest(tx, userId, MAX_SUBSCRIPTIONS);
  });
}

/**
 * Replaces the subscription of a person's browser, which the browser did by itself. Does nothing when the earlier one
 * is not theirs. `sid` is the stored id of the browser's session.
 * @throws AppError VALIDATION_ERROR, UNAUTHENTICATED as `subscribePush`
 */
export async function renewPush(
  db: Db,
  userId: string,
  { replaces, ...subscription }: z.output<typeof renewPushSchema>,
  sid: string,
): Promise<void> {
  assertUsable(subscription);
  await db.transaction(async (tx) => {
    if (await lockErased(tx, userId)) throw new AppError("UNAUTHENTICATED");
    const sessionId = await requireSession(tx, sid);
    const earlier = await deleteByEndpoint(tx, userId, replaces);
    if (earlier === null) return;
    const { device } = earlier;
    await upsertSubscription(tx, { userId, sessionId, ...subscription, device, createdAt: now() });
  });
}

/** Sends a person's push messages no longer to a browser. Does nothing for one that is not theirs. */
export async function unsubscribePush(db: Db, userId: string, endpoint: string): Promise<void> {
  await deleteByEndpoint(db, userId, endpoint);
}

function assertUsable({ endpoint, p256dh }: NewSubscription): void {
  if (!isPushEndpoint(endpoint, env().pushSandbox))
    throw new AppError("VALIDATION_ERROR", { fields: { endpoint: "invalid" } });
  if (!isPoint(p256dh)) throw new AppError("VALIDATION_ERROR", { fields: { p256dh: "invalid" } });
}

/** An uncompressed point of P-256. Nothing can be encrypted for another. */
function isPoint(p256dh: string): boolean {
  const bytes = Buffer.from(p256dh, "base64url");
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, "prime256v1");
    return true;
  } catch {
    return false;
  }
}
