import "server-only";
import type { Ending } from "@/components/payment-return/ending";
import { purchaseOutcome } from "@/lib/domain/boosts/purchase-outcome";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { subscriptionOutcome } from "@/lib/domain/subscriptions/subscription-outcome";
import type { Viewer } from "@/lib/domain/users/types";
import { isWithin } from "@/lib/web/rate-limit/limit";

const UNAVAILABLE = { state: "unavailable" } as const;

type Search = Record<string, string | string[] | undefined>;

/**
 * The outcome of the purchase or subscription that the address names, for its owner only; null when it names none.
 * Every page load asks the provider, so it is limited.
 */
export async function findEnding(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  { purchase, subscription, cancelled, PayerID: payer }: Search,
): Promise<Ending | null> {
  const isCancelled = cancelled === "1";
  const mayAsk = () => isWithin(context.db, "askAboutPayment", viewer.id);
  if (typeof purchase === "string") {
    const outcome = (await mayAsk())
      ? await purchaseOutcome(context, viewer, purchase, payer !== undefined)
      : UNAVAILABLE;
    return { cancelled: isCancelled, id: purchase, bought: "purchase", outcome };
  }
  if (typeof subscription === "string") {
    const outcome = (await mayAsk()) ? await subscriptionOutcome(context, viewer, subscription) : UNAVAILABLE;
    return { cancelled: isCancelled, id: subscription, bought: "subscription", outcome };
  }
  return null;
}
