"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { db } from "@/db/client";
import { markAllRead, markRead } from "@/lib/domain/notifications/mark-read";
import { thanksSchema } from "@/lib/domain/notifications/schema";
import { thank } from "@/lib/domain/notifications/thank";
import { action } from "@/lib/web/action";
import { contract } from "@/lib/web/contract";

export const markReadAction = action(
  "markRead",
  { input: z.object({ id: z.string() }), limits: contract.readNotification },
  async ({ viewer, input }) => {
    const notification = await markRead(db(), viewer.id, input.id);
    refresh();
    return notification;
  },
);

export const markAllReadAction = action(
  "markAllRead",
  { input: z.object({}), limits: "write", evenSuspended: true },
  async ({ viewer }) => {
    await markAllRead(db(), viewer.id);
    refresh();
    return null;
  },
);

export const thankAction = action(
  "thank",
  { input: thanksSchema, limits: "write" },
  async ({ viewer, input }) => {
    await thank(db(), viewer, input);
    refresh();
    return null;
  },
);
