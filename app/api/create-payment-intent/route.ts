import { BOOST_PACK, packNamed } from "@/lib/domain/boosts/rules";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { AppError } from "@/lib/ground/errors";
import { describeBoosts, watchCardPayment } from "@/lib/web/buying";
import { contract } from "@/lib/web/contract";
import { parsePrice } from "@/lib/web/input";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.createCheckout, async ({ viewer, body, operationId, address }) => {
    const amount = parsePrice(body.amount);
    const boostType = packNamed(amount, body.description);
    if (!boostType) throw new AppError("UNKNOWN_PRODUCT");
    const { quantity } = BOOST_PACK;
    const locale = viewer.preferredLanguage;
    const context = payments();
    const order = {
      boostType,
      quantity,
      amount,
      currency: body.currency,
      method: context.card.provider,
      description: await describeBoosts(boostType, quantity, locale),
      locale,
      returnPath: "/profile",
    };
    await watchCardPayment(context, { operationId, viewer, address });
    return startBoostPurchase(context, viewer, order, operationId);
  }),
});
