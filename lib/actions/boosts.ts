"use server";

import { refresh } from "next/cache";
import { headers } from "next/headers";
import { z } from "zod";
import { db } from "@/db/client";
import { applyBoostSchema, buyBoostsSchema } from "@/lib/domain/boosts/schema";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { applyBoost } from "@/lib/domain/requests/apply-boost";
import { action } from "@/lib/web/action";
import { clientAddress } from "@/lib/web/client-address";
import { describeBoosts } from "@/lib/web/describe-boosts";
import { payments } from "@/lib/web/payments";
import { limit } from "@/lib/web/rate-limit/limit";
import { watchCardPayment } from "@/lib/web/watch-card-payment";

export const applyBoostAction = action(
  "applyBoost",
  applyBoostSchema.extend({ requestId: z.string() }),
  async ({ viewer, input, operationId }) => {
    const request = await applyBoost(db(), viewer, input, operationId);
    refresh();
    return request;
  },
);

/** Answers where the buyer pays: the wallet's approval page or the card provider's hosted checkout. */
export const purchaseBoostsAction = action(
  "purchaseBoosts",
  buyBoostsSchema,
  async ({ viewer, input, operationId }) => {
    const context = payments();
    await limit(context.db, "createPayment", viewer.id);
    if (input.method === "stripe") {
      const address = clientAddress(await headers());
      await watchCardPayment(context, { operationId, viewer, address });
    }
    const locale = viewer.preferredLanguage;
    const description = await describeBoosts(input.boostType, input.quantity, locale);
    const order = { ...input, description, locale, returnPath: "/profile" };
    return startBoostPurchase(context, viewer, order, operationId);
  },
);
