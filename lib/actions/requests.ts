"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { db } from "@/db/client";
import { chooseCompletionEmoji } from "@/lib/domain/requests/choose-completion-emoji";
import { createRequest } from "@/lib/domain/requests/create-request";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { createRequestSchema, emojiChoiceSchema } from "@/lib/domain/requests/schema";
import { action } from "@/lib/web/action";
import { photos } from "@/lib/web/photos";
import { limit } from "@/lib/web/rate-limit/limit";

export const createRequestAction = action(
  "createRequest",
  createRequestSchema,
  async ({ viewer, input, operationId }) => {
    await limit(db(), "createRequest", viewer.id);
    const request = await createRequest(photos(), viewer, input, operationId);
    refresh();
    return request;
  },
);

export const deleteRequestAction = action(
  "deleteRequest",
  z.object({ id: z.string() }),
  async ({ viewer, input }) => {
    await deleteRequest(db(), viewer, input.id);
    refresh();
    return null;
  },
);

export const chooseCompletionEmojiAction = action(
  "chooseCompletionEmoji",
  emojiChoiceSchema,
  async ({ viewer, input }) => {
    await chooseCompletionEmoji(db(), viewer, input);
    refresh();
    return null;
  },
);
