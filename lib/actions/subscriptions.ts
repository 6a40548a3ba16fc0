"use server";

import { refresh } from "next/cache";
import { headers } from "next/headers";
import { z } from "zod";
import { cancelSubscription } from "@/lib/domain/subscriptions/cancel-subscription";
import { subscribeSchema } from "@/lib/domain/subscriptions/schema";
import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { action } from "@/lib/web/action";
import { clientAddress } from "@/lib/web/client-address";
import { payments } from "@/lib/web/payments";
import { limit } from "@/lib/web/rate-limit/limit";
import { watchCardPayment } from "@/lib/web/watch-card-payment";

/** Answers where the subscriber approves it: the wallet's page or the card provider's hosted checkout. */
export const subscribeAction = action(
  "subscribe",
  subscribeSchema,
  async ({ viewer, input, operationId }) => {
    const context = payments();
    await limit(context.db, "createPayment", viewer.id);
    if (input.method === "stripe") {
      const address = clientAddress(await headers());
      await watchCardPayment(context, { operationId, viewer, address });
    }
    const order = { ...input, locale: viewer.preferredLanguage, returnPath: "/profile" };
    return startSubscription(context, viewer, order, operationId);
  },
);

export const cancelSubscriptionAction = action("cancelSubscription", z.object({}), async ({ viewer }) => {
  const cancelled = await cancelSubscription(payments(), viewer);
  refresh();
  return cancelled;
});
