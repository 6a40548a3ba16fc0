import { withdrawBoosts } from "@/lib/domain/boosts/withdraw-boosts";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { withdrawPlan } from "@/lib/domain/subscriptions/withdraw-plan";
import type { Viewer } from "@/lib/domain/users/types";
import type { Purchase } from "./schema";
import { selectConfirmed } from "./store";

const WITHDRAW = { boosts: withdrawBoosts, subscription: withdrawPlan };

/**
 * Withdraws from a purchase within 14 days (safety.md, Buying). Returns what goes back, in cents. `isRetry`: an earlier
 * call of theirs may have done so, without an answer.
 * @throws AppError NOT_FOUND, TOO_LATE, USED
 */
export async function withdraw(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  { kind, id }: Pick<Purchase, "kind" | "id">,
  isRetry = false,
): Promise<{ refunded: number }> {
  const confirmed = isRetry ? await selectConfirmed(context.db, viewer.id, id) : null;
  return { refunded: confirmed ?? (await WITHDRAW[kind](context, viewer, id)) };
}
