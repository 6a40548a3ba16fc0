import type { PurchaseOutcome } from "@/lib/domain/boosts/types";
import type { SubscriptionOutcome } from "@/lib/domain/subscriptions/types";

/** How something ended that a person went to a provider's page for. What they say of it themselves, `cancelled`, only chooses the words. */
export type Ending = { id: string; cancelled: boolean } & (
  | { bought: "purchase"; outcome: PurchaseOutcome }
  | { bought: "subscription"; outcome: SubscriptionOutcome }
);

export type EndingState = Ending["outcome"]["state"] | "cancelled";

/** What the person is told: stopping on purpose is told apart from not having finished, and only where nothing was paid. */
export function stateOf<S extends EndingState>(ending: {
  outcome: { state: S };
  cancelled: boolean;
}): S | "cancelled" {
  const { state } = ending.outcome;
  return state === "open" && ending.cancelled ? "cancelled" : state;
}

/** Whether more may be known of it later, so that it is asked again. */
export function isFollowed({ outcome }: Ending): boolean {
  return outcome.state === "processing" || outcome.state === "unavailable";
}
