import type { Dispatcher } from "../../events/dispatcher";
import type { Store } from "../../state/store";
import { Work } from "../../state/work";
import { renew } from "./subscriptions";

/** How often it is looked for months that are due. */
const EVERY_MS = 60_000;

/**
 * Lets active subscriptions be paid when they are due, for people who try the product out for longer: late and many at
 * once, as the provider does. `batchMs` is the time between two batches. Answers what ends it.
 */
export function startRenewals(store: Store, dispatcher: Dispatcher, batchMs: number): () => void {
  const run = () => renewDue(store, dispatcher, lastBatch(Date.now(), batchMs));
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** When the last batch was collected, at a moment in milliseconds. */
export function lastBatch(at: number, batchMs: number): string {
  return new Date(Math.floor(at / batchMs) * batchMs).toISOString();
}

/** Renews what was due by a batch. A sandbox that was off for months makes up for them. */
function renewDue(store: Store, dispatcher: Dispatcher, batch: string): void {
  const work = new Work(store, null);
  for (const subscription of store.all("wallet_subscription")) {
    let current = subscription;
    while (current.status === "ACTIVE" && current.nextPayment !== null && current.nextPayment <= batch) {
      current = renew(work, current, batch);
    }
  }
  store.commit(work);
  dispatcher.dispatch(work.events);
}
