import { every } from "../../ids";
import type { Sandbox } from "../../sandbox";
import { renew } from "./subscriptions";

/** The interval between checks for months that are due. */
const INTERVAL_MS = 60_000;
/** The interval between two batches of renewals, so that they come late. */
const BATCH_MS = 6 * 3_600_000;

/**
 * Renews active subscriptions that are due, late and in batches, as the provider does; months that passed while the
 * sandbox was off too. Returns a function that stops it.
 */
export function startWalletRenewals({ change }: Sandbox): () => void {
  return every(INTERVAL_MS, () =>
    change((work) => {
      const batch = lastBatch(Date.now());
      for (const subscription of work.all("wallet_subscription")) {
        let current = subscription;
        while (current.status === "ACTIVE" && current.nextPayment !== null && current.nextPayment <= batch) {
          current = renew(work, current, batch);
        }
      }
    }),
  );
}

/** The time of the last batch before `at`, in milliseconds. */
export function lastBatch(at: number): string {
  return new Date(Math.floor(at / BATCH_MS) * BATCH_MS).toISOString();
}
