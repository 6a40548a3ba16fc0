import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { returnPath } from "@/lib/web/return-path";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.createSubscription, async ({ viewer, body, operationId }) => {
    const order = {
      tier: body.tier,
      locale: viewer.preferredLanguage,
      returnPath: returnPath(body.returnUrl, "/profile"),
    };
    const { url } = await startSubscription(payments(), viewer, order, operationId);
    return { success: true, approvalUrl: url } as const;
  }),
});
