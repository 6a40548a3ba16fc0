import "server-only";
import { now } from "@/lib/clock";
import { reconcile } from "@/lib/domain/payments/reconcile";
import { sweepPhotos } from "@/lib/domain/photos/sweep-photos";
import { deleteClaimsBefore } from "./idempotency/store";
import { log } from "./log";
import { payments } from "./payments";
import { photos } from "./photos";

const EVERY_MS = 3 * 60_000;
const KEYS_KEPT_MS = 24 * 60 * 60_000;

/**
 * What every server does now and then: ask the providers about what is unfinished (D28), forget what has expired, remove photos that nobody
 * needs. Safe with several servers.
 */
async function keepHouse(): Promise<void> {
  const context = payments();
  const result = await reconcile(context, (subject, error) =>
    log.warn({ subject, err: error }, "reconciliation failed"),
  );
  if (result.looked > 0) log.info(result, "reconciled");
  await deleteClaimsBefore(context.db, new Date(now().getTime() - KEYS_KEPT_MS));
  const swept = await sweepPhotos(photos());
  if (swept.removed + swept.cleared > 0) log.info(swept, "photos swept");
}

/** Keeps house every few minutes for as long as the process lives. */
export function startHousekeeping(): void {
  setInterval(() => {
    keepHouse().catch((error: unknown) => log.error({ err: error }, "housekeeping failed"));
  }, EVERY_MS).unref();
}
