import type { PurchaseOutcome } from "@/lib/domain/boosts/types";
import type { SubscriptionOutcome } from "@/lib/domain/subscriptions/types";

/**
 * The outcome of a checkout on a provider's page. `cancelled` comes from the address and only selects the text.
 */
export type Ending = { id: string; cancelled: boolean } & (
  | { bought: "purchase"; outcome: PurchaseOutcome }
  | { bought: "subscription"; outcome: SubscriptionOutcome }
);

export type EndingState = Ending["outcome"]["state"] | "cancelled";

/** The state that is shown: `cancelled` differs from `open` only where nothing was paid. */
export function stateOf<S extends EndingState>(ending: {
  outcome: { state: S };
  cancelled: boolean;
}): S | "cancelled" {
  const { state } = ending.outcome;
  return state === "open" && ending.cancelled ? "cancelled" : state;
}

/** Whether the outcome may still change. */
export function isFollowed({ outcome }: Ending): boolean {
  return outcome.state === "processing" || outcome.state === "unavailable";
}
