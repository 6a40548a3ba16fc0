import type { Dispatcher } from "../../events/dispatcher";
import type { Store } from "../../state/store";
import { Work } from "../../state/work";
import { moment } from "../ids";
import { renew } from "./subscriptions";

/** How often it is looked for months that are due. */
const EVERY_MS = 60_000;

/** Lets active subscriptions be paid when they are due, for whoever tries the product out for longer. Answers what ends it. */
export function startRenewals(store: Store, dispatcher: Dispatcher): () => void {
  renewDue(store, dispatcher);
  const timer = setInterval(() => renewDue(store, dispatcher), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Renews what is due now. A sandbox that was off for months makes up for them. */
function renewDue(store: Store, dispatcher: Dispatcher): void {
  const work = new Work(store, null);
  for (const subscription of store.all("wallet_subscription")) {
    let current = subscription;
    while (current.status === "ACTIVE" && current.nextPayment !== null && current.nextPayment <= moment()) {
      current = renew(work, current, current.nextPayment);
    }
  }
  store.commit(work);
  dispatcher.dispatch(work.events);
}
