import "server-only";
import type { Ending } from "@/components/payment-return/ending";
import { purchaseOutcome } from "@/lib/domain/boosts/purchase-outcome";
import type { PaymentContext } from "@/lib/domain/donations/types";
import { subscriptionOutcome } from "@/lib/domain/subscriptions/subscription-outcome";
import type { Viewer } from "@/lib/domain/users/types";
import { isWithin } from "@/lib/web/rate-limit/limit";

const UNAVAILABLE = { state: "unavailable" } as const;

type Search = Record<string, string | string[] | undefined>;

/**
 * Asks how what the address names ended, of its owner only; null where it names nothing. It is trusted for nothing but that name. The
 * provider is asked for each page that is opened, and therefore only so often.
 */
export async function findEnding(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  { purchase, subscription, cancelled, PayerID: payer }: Search,
): Promise<Ending | null> {
  const words = { cancelled: cancelled === "1" };
  const mayAsk = () => isWithin(context.db, "askAboutPayment", viewer.id);
  if (typeof purchase === "string") {
    const outcome = (await mayAsk())
      ? await purchaseOutcome(context, viewer, purchase, payer !== undefined)
      : UNAVAILABLE;
    return { ...words, id: purchase, bought: "purchase", outcome };
  }
  if (typeof subscription === "string") {
    const outcome = (await mayAsk()) ? await subscriptionOutcome(context, viewer, subscription) : UNAVAILABLE;
    return { ...words, id: subscription, bought: "subscription", outcome };
  }
  return null;
}
