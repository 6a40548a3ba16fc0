"use server";

import { refresh } from "next/cache";
import { headers } from "next/headers";
import { db } from "@/db/client";
import { pushEndpointSchema, pushSubscriptionSchema } from "@/lib/domain/push/schema";
import { subscribePush, unsubscribePush } from "@/lib/domain/push/subscribe";
import { action } from "@/lib/web/action";
import { whereabouts } from "@/lib/web/client-address";

export const subscribePushAction = action(
  "subscribePush",
  { input: pushSubscriptionSchema, limits: "changePush", evenSuspended: true },
  async ({ viewer, input }) => {
    await subscribePush(db(), viewer, input, whereabouts(await headers()).device);
    refresh();
    return null;
  },
);

export const unsubscribePushAction = action(
  "unsubscribePush",
  { input: pushEndpointSchema, limits: "changePush", evenSuspended: true },
  async ({ viewer, input }) => {
    await unsubscribePush(db(), viewer.id, input.endpoint);
    refresh();
    return null;
  },
);
