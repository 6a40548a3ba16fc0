"use server";

import { headers } from "next/headers";
import { z } from "zod";
import { db } from "@/db/client";
import { chooseLevel, chooseMessages } from "@/lib/domain/messages/choose-messages";
import { markAllRead, markRead } from "@/lib/domain/messages/mark-read";
import { MESSAGE_LEVELS } from "@/lib/domain/messages/rules";
import {
  chooseMessagesSchema,
  pushEndpointSchema,
  pushSubscriptionSchema,
  thanksSchema,
} from "@/lib/domain/messages/schema";
import { subscribePush, unsubscribePush } from "@/lib/domain/messages/subscribe-push";
import { thank } from "@/lib/domain/messages/thank";
import { action } from "@/lib/web/action";
import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { currentSid } from "@/lib/web/session";

export const markReadAction = action(
  "markRead",
  { input: z.object({ id: z.string() }), limits: contract.readNotification },
  async ({ viewer, input }) => markRead(db(), viewer.id, input.id),
);

export const markAllReadAction = action(
  "markAllRead",
  { input: z.object({}), limits: "write", evenSuspended: true },
  async ({ viewer }) => markAllRead(db(), viewer.id),
);

export const thankAction = action(
  "thank",
  { input: thanksSchema, limits: "write" },
  async ({ viewer, input }) => thank(db(), viewer, input),
);

export const chooseLevelAction = action(
  "chooseLevel",
  {
    input: z.object({ level: z.enum(MESSAGE_LEVELS) }),
    limits: contract.chooseMessages,
    evenSuspended: true,
  },
  async ({ viewer, input }) => chooseLevel(db(), viewer.id, input.level),
);

export const chooseMessagesAction = action(
  "chooseMessages",
  { input: chooseMessagesSchema, limits: "write", evenSuspended: true },
  async ({ viewer, input }) => chooseMessages(db(), viewer.id, input),
);

export const subscribePushAction = action(
  "subscribePush",
  { input: pushSubscriptionSchema, limits: "changePush", evenSuspended: true },
  async ({ viewer, input }) => {
    const { device } = whereabouts(await headers());
    await subscribePush(db(), viewer, input, { sid: await currentSid(), device });
  },
);

export const unsubscribePushAction = action(
  "unsubscribePush",
  { input: pushEndpointSchema, limits: "changePush", evenSuspended: true },
  async ({ viewer, input }) => unsubscribePush(db(), viewer.id, input.endpoint),
);
