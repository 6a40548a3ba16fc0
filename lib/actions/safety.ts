"use server";

import { refresh } from "next/cache";
import { db } from "@/db/client";
import { appealDecision } from "@/lib/domain/safety/appeal";
import { appealActionSchema } from "@/lib/domain/safety/schema";
import { action } from "@/lib/web/action";
import { contract } from "@/lib/web/contract";

export const appealAction = action(
  "appeal",
  { input: appealActionSchema, limits: contract.appealDecision },
  async ({ viewer, input }) => {
    await appealDecision(db(), viewer, input);
    refresh();
    return null;
  },
);
