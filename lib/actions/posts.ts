"use server";

import { z } from "zod";
import { db } from "@/db/client";
import { deletePost, editPost } from "@/lib/domain/posts/change-post";
import { editPostSchema, writePostSchema } from "@/lib/domain/posts/schema";
import { writePost } from "@/lib/domain/posts/write-post";
import { action } from "@/lib/web/action";
import { contract } from "@/lib/web/contract";
import { photos } from "@/lib/web/photos";

export const writePostAction = action(
  "writePost",
  { input: writePostSchema.safeExtend({ requestId: z.string() }), limits: contract.writePost },
  async ({ viewer, input, operationId }) => writePost(photos(), viewer, input, operationId),
);

export const editPostAction = action(
  "editPost",
  { input: editPostSchema.extend({ id: z.string() }), limits: contract.editPost },
  async ({ viewer, input }) => editPost(db(), viewer, input),
);

export const deletePostAction = action(
  "deletePost",
  { input: z.object({ id: z.string() }), limits: contract.deletePost },
  async ({ viewer, input }) => deletePost(db(), viewer, input.id),
);
