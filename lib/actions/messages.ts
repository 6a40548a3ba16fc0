"use server";

import { refresh } from "next/cache";
import { db } from "@/db/client";
import { chooseMessages } from "@/lib/domain/mail/choose-messages";
import { chooseMessagesSchema } from "@/lib/domain/mail/schema";
import { action } from "@/lib/web/action";

export const chooseMessagesAction = action(
  "chooseMessages",
  { input: chooseMessagesSchema, limits: "write", evenSuspended: true },
  async ({ viewer, input }) => {
    await chooseMessages(db(), viewer.id, input);
    refresh();
    return null;
  },
);
