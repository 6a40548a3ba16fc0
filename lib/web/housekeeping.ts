import "server-only";
import { now } from "@/lib/clock";
import { reconcile } from "@/lib/domain/payments/reconcile";
import { deleteClaimsBefore } from "./idempotency/store";
import { log } from "./log";
import { payments } from "./payments";

const EVERY_MS = 3 * 60_000;
const KEYS_KEPT_MS = 24 * 60 * 60_000;

/** What every server does now and then: ask the provider about what is unfinished (D28), forget what has expired. Safe with several servers. */
async function keepHouse(): Promise<void> {
  const context = payments();
  const result = await reconcile(context, (donation, error) =>
    log.warn({ donation, err: error }, "reconciliation failed"),
  );
  if (result.looked > 0) log.info(result, "reconciled");
  await deleteClaimsBefore(context.db, new Date(now().getTime() - KEYS_KEPT_MS));
}

/** Keeps house every few minutes for as long as the process lives. */
export function startHousekeeping(): void {
  setInterval(() => {
    keepHouse().catch((error: unknown) => log.error({ err: error }, "housekeeping failed"));
  }, EVERY_MS).unref();
}
