import "server-only";
import { v7 } from "uuid";
import { type Db, db } from "@/db/client";
import { releaseUsernames } from "@/lib/domain/accounts/held-usernames-store";
import { forgetEndedPeriods } from "@/lib/domain/leaderboard/forget-ended-periods";
import { deleteAttemptsBefore } from "@/lib/domain/payments/card-attempts-store";
import { ATTEMPT_RETENTION } from "@/lib/domain/payments/card-testing";
import { sweepPhotos } from "@/lib/domain/photos/sweep-photos";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { now } from "@/lib/ground/clock";
import { underRequestId } from "@/lib/ground/request-context";
import { count, inSpan } from "@/lib/ground/spans";
import { deleteClaimsBefore } from "@/lib/web/idempotency/store";
import { payments } from "@/lib/web/payments";
import { photos } from "@/lib/web/photos";
import { log } from "./log";

const EVERY_MS = 3 * 60_000;
const KEYS_KEPT_MS = 24 * 60 * 60_000;

/** The look that is being taken, and what ends it early. */
let present: Promise<void> = Promise.resolve();
const leaving = new AbortController();

/** What every server does now and then, by the name that the log gives it. Safe with several servers. */
const CHORES: Record<string, (db: Db) => Promise<void>> = {
  payments: reconcileAll,
  usernames: (db) => releaseUsernames(db, now()),
  "card attempts": (db) => deleteAttemptsBefore(db, new Date(now().getTime() - ATTEMPT_RETENTION)),
  "idempotency keys": (db) => deleteClaimsBefore(db, new Date(now().getTime() - KEYS_KEPT_MS)),
  photos: sweepAll,
  "ended periods": forgetEndedPeriods,
};

/** Does every chore, one after the other. One that fails keeps no other from being done. */
async function keepHouse(): Promise<void> {
  for (const [chore, done] of Object.entries(CHORES)) {
    if (leaving.signal.aborted) return;
    await done(db()).catch((error: unknown) => log.error({ chore, err: error }, "housekeeping failed"));
  }
}

/** Asks the providers about what is unfinished (D28). */
async function reconcileAll(): Promise<void> {
  const onError = (subject: string, error: unknown) =>
    log.warn({ subject, err: error }, "reconciliation failed");
  const result = await reconcile(payments(), onError, leaving.signal);
  if (result.checked > 0) log.info(result, "reconciled");
  for (const [outcome, times] of Object.entries(result.outcomes)) {
    count("steuntje.reconciled", { outcome }, times);
  }
}

/** Removes photos that nobody needs. */
async function sweepAll(): Promise<void> {
  const swept = await sweepPhotos(photos());
  if (swept.removed + swept.cleared > 0) log.info(swept, "photos swept");
}

/** Keeps house every few minutes for as long as the process lives. */
export function startHousekeeping(): void {
  const timer = setInterval(() => {
    present = underRequestId(v7(), () => inSpan("housekeeping", {}, keepHouse));
  }, EVERY_MS);
  timer.unref();
  leaving.signal.addEventListener("abort", () => clearInterval(timer));
}

/** Begins nothing new, and waits for what was begun. */
export async function stopHousekeeping(): Promise<void> {
  leaving.abort();
  await present;
}
