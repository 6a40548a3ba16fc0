"use server";

import { z } from "zod";
import { db } from "@/db/client";
import { applyBoostSchema, buyBoostsSchema } from "@/lib/domain/boosts/schema";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { applyBoost } from "@/lib/domain/requests/apply-boost";
import { action } from "@/lib/web/action";
import { describeBoosts, watchCardPayment } from "@/lib/web/buying";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";

export const applyBoostAction = action(
  "applyBoost",
  { input: applyBoostSchema.extend({ requestId: z.string() }), limits: contract.applyBoost },
  async ({ viewer, input, operationId }) => applyBoost(db(), viewer, input, operationId),
);

/** Answers where the buyer pays: the wallet's approval page or the card provider's hosted checkout. */
export const purchaseBoostsAction = action(
  "purchaseBoosts",
  { input: buyBoostsSchema, limits: contract.purchaseBoosts, keepsPage: true },
  async ({ viewer, input, operationId, address }) => {
    const context = payments();
    if (input.method === context.card.provider)
      await watchCardPayment(context, { operationId, viewer, address });
    const locale = viewer.preferredLanguage;
    const description = await describeBoosts(input.boostType, input.quantity, locale);
    const order = { ...input, description, locale, returnPath: "/profile" };
    return startBoostPurchase(context, viewer, order, operationId);
  },
);
