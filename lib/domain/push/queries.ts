import type { Db } from "@/db/client";
import { findSubscriptions } from "./store";

/** What the worker does with subscriptions. */
export { findSubscriptions, markUsed, removeSubscription } from "./store";

/** The endpoints of a person's browsers, so that a page can recognise its own. */
export async function listEndpoints(db: Db, userId: string): Promise<string[]> {
  return (await findSubscriptions(db, userId)).map(({ endpoint }) => endpoint);
}
