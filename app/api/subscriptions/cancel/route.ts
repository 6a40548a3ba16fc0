import { cancelSubscription } from "@/lib/domain/subscriptions/cancel-subscription";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.cancelSubscription, async ({ viewer, isRetry }) => {
    const { subscriptionExpiry } = await cancelSubscription(payments(), viewer, isRetry);
    return { success: true, subscriptionExpiry } as const;
  }),
});
