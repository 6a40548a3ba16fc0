"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { db } from "@/db/client";
import { applyBoost } from "@/lib/domain/boosts/apply-boost";
import { applyBoostSchema } from "@/lib/domain/boosts/schema";
import { action } from "@/lib/web/action";

export const applyBoostAction = action(
  "applyBoost",
  applyBoostSchema.extend({ requestId: z.string() }),
  async ({ viewer, input, operationId }) => {
    const request = await applyBoost(db(), viewer, input, operationId);
    refresh();
    return request;
  },
);
