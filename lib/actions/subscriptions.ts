"use server";

import { z } from "zod";
import { cancelSubscription } from "@/lib/domain/subscriptions/cancel-subscription";
import { subscribeSchema } from "@/lib/domain/subscriptions/schema";
import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { action } from "@/lib/web/action";
import { watchCardPayment } from "@/lib/web/buying";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";

/** Answers where the subscriber approves it: the wallet's page or the card provider's hosted checkout. */
export const subscribeAction = action(
  "subscribe",
  { input: subscribeSchema, limits: contract.createSubscription, keepsPage: true },
  async ({ viewer, input, operationId, address }) => {
    const context = payments();
    if (input.method === context.card.provider)
      await watchCardPayment(context, { operationId, viewer, address });
    const order = { ...input, locale: viewer.preferredLanguage, returnPath: "/profile" };
    return startSubscription(context, viewer, order, operationId);
  },
);

export const cancelSubscriptionAction = action(
  "cancelSubscription",
  { input: z.object({}), limits: contract.cancelSubscription },
  async ({ viewer, isRetry }) => cancelSubscription(payments(), viewer, isRetry),
);
