import { every } from "../../ids";
import type { Sandbox } from "../../sandbox";
import { UnitOfWork } from "../../state/unit-of-work";
import { renew } from "./subscriptions";

/** The interval between checks for months that are due. */
const INTERVAL_MS = 60_000;
const DEFAULT_BATCH_MS = 6 * 3_600_000;

/**
 * Renews active subscriptions that are due, late and in batches, as the provider does.
 * Returns a function that stops it.
 */
export function startWalletRenewals({ store, options, commit }: Sandbox): () => void {
  return every(INTERVAL_MS, renewDue);

  /** Months that passed while the sandbox was off are renewed too. */
  function renewDue(): void {
    const batch = lastBatch(Date.now(), options.renewalBatchMs ?? DEFAULT_BATCH_MS);
    const work = new UnitOfWork(store, null);
    for (const subscription of store.all("wallet_subscription")) {
      let current = subscription;
      while (current.status === "ACTIVE" && current.nextPayment !== null && current.nextPayment <= batch) {
        current = renew(work, current, batch);
      }
    }
    commit(work);
  }
}

/** The time of the last batch before `at`, both in milliseconds. */
export function lastBatch(at: number, batchMs: number): string {
  return new Date(Math.floor(at / batchMs) * batchMs).toISOString();
}
