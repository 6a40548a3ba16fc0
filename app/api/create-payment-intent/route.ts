import { BOOST_PACK, packNamed } from "@/lib/domain/boosts/rules";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { AppError } from "@/lib/errors";
import { contract } from "@/lib/web/contract";
import { describeBoosts } from "@/lib/web/describe-boosts";
import { parsePrice } from "@/lib/web/parse-price";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.createCheckout, async ({ viewer, body, operationId }) => {
    const amount = parsePrice(body.amount);
    const boostType = packNamed(amount, body.description);
    if (!boostType) throw new AppError("UNKNOWN_PRODUCT");
    const { quantity } = BOOST_PACK;
    const locale = viewer.preferredLanguage;
    const order = {
      boostType,
      quantity,
      amount,
      currency: body.currency,
      method: "stripe",
      description: await describeBoosts(boostType, quantity, locale),
      locale,
      returnPath: "/profile",
    } as const;
    return startBoostPurchase(payments(), viewer, order, operationId);
  }),
});
