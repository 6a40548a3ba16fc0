import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { describeBoosts } from "@/lib/web/buying";
import { contract } from "@/lib/web/contract";
import { parsePrice } from "@/lib/web/input";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";
import { returnPath } from "@/lib/web/safe-path";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.purchaseBoosts, async ({ viewer, body, operationId }) => {
    const { boostType, quantity, currency } = body;
    const locale = viewer.preferredLanguage;
    const order = {
      boostType,
      quantity,
      currency,
      amount: body.amount === undefined ? undefined : parsePrice(body.amount),
      method: "paypal",
      description: await describeBoosts(boostType, quantity, locale),
      locale,
      returnPath: returnPath(body.returnUrl, "/profile"),
    } as const;
    const { url } = await startBoostPurchase(payments(), viewer, order, operationId);
    return { success: true, approvalUrl: url } as const;
  }),
});
