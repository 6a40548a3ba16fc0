import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { MINUTE } from "@/lib/ground/durations";
import { type OwnClaim, releaseClaim } from "./store";

/** A run without an answer after this, longer than any call to a provider, counts as crashed. */
export const STALE_MS = MINUTE;
/** The pause between attempts while the database is away. */
const PAUSE_MS = 1_000;

type Waiting = { claim: OwnClaim; free: () => Promise<void> };

/** Claims whose run failed while the database could not be reached. */
const waiting = new Set<Waiting>();

/** Releases the claim of a run that failed: at once, or as soon as the database answers. */
export async function release(db: Db, claim: OwnClaim): Promise<void> {
  const free = () => releaseClaim(db, claim);
  await free().catch(() => {
    waiting.add({ claim, free });
    if (waiting.size === 1) void releaseWaiting();
  });
}

/** One attempt at a time for all of them, until each is released or can be taken over anyway. */
async function releaseWaiting(): Promise<void> {
  while (waiting.size > 0) {
    await sleep(PAUSE_MS, undefined, { ref: false });
    for (const each of waiting) {
      const isStale = each.claim.claimedAt.getTime() < now().getTime() - STALE_MS;
      const isFree = isStale || (await succeeds(each.free()));
      if (!isFree) break;
      waiting.delete(each);
    }
  }
}

function succeeds(attempt: Promise<void>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}
