"use server";

import { z } from "zod";
import { db } from "@/db/client";
import { changeGiving, chooseCompletionEmoji, editRequest } from "@/lib/domain/requests/change-own";
import { createRequest } from "@/lib/domain/requests/create-request";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { createRequestSchema, editRequestSchema, emojiChoiceSchema } from "@/lib/domain/requests/schema";
import { action } from "@/lib/web/action";
import { contract } from "@/lib/web/contract";
import { photos } from "@/lib/web/photos";

export const createRequestAction = action(
  "createRequest",
  { input: createRequestSchema, limits: contract.createRequest },
  async ({ viewer, input, operationId }) => createRequest(photos(), viewer, input, operationId),
);

export const deleteRequestAction = action(
  "deleteRequest",
  { input: z.object({ id: z.string() }), limits: contract.deleteRequest },
  async ({ viewer, input }) => deleteRequest(db(), viewer, input.id),
);

export const chooseCompletionEmojiAction = action(
  "chooseCompletionEmoji",
  { input: emojiChoiceSchema, limits: "write" },
  async ({ viewer, input }) => chooseCompletionEmoji(db(), viewer, input),
);

export const editRequestAction = action(
  "editRequest",
  { input: editRequestSchema.extend({ id: z.string() }), limits: contract.editRequest },
  async ({ viewer, input }) => editRequest(photos(), viewer, input),
);

export const changeGivingAction = action(
  "changeGiving",
  {
    input: z.object({ id: z.string(), to: z.enum(["paused", "resumed", "closed"]) }),
    limits: contract.closeRequest,
  },
  async ({ viewer, input }) => changeGiving(db(), viewer, input),
);
