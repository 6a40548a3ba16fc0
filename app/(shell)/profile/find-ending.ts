import "server-only";
import type { Ending } from "@/components/checkout/ending";
import { purchaseOutcome } from "@/lib/domain/boosts/purchase-outcome";
import type { PaymentContext } from "@/lib/domain/donations/types";
import { subscriptionOutcome } from "@/lib/domain/subscriptions/subscription-outcome";
import type { Viewer } from "@/lib/domain/users/types";

type Search = Record<string, string | string[] | undefined>;

/** Asks how what the address names ended, of its owner only; null where it names nothing. It is trusted for nothing but that name. */
export async function findEnding(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  { purchase, subscription, cancelled }: Search,
): Promise<Ending | null> {
  const words = { cancelled: cancelled === "1" };
  if (typeof purchase === "string") {
    const outcome = await purchaseOutcome(context, viewer, purchase);
    return { ...words, id: purchase, bought: "purchase", outcome };
  }
  if (typeof subscription === "string") {
    const outcome = await subscriptionOutcome(context, viewer, subscription);
    return { ...words, id: subscription, bought: "subscription", outcome };
  }
  return null;
}
