import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { watchCardPayment } from "@/lib/web/buying";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";
import { returnPath } from "@/lib/web/safe-path";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.createSubscription, async ({ viewer, body, operationId, address }) => {
    const context = payments();
    if (body.method === context.card.provider)
      await watchCardPayment(context, { operationId, viewer, address });
    const order = {
      tier: body.tier,
      method: body.method,
      locale: viewer.preferredLanguage,
      returnPath: returnPath(body.returnUrl, "/profile"),
    };
    const { url } = await startSubscription(context, viewer, order, operationId);
    return { success: true, approvalUrl: url } as const;
  }),
});
