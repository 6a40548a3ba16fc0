"use server";

import { z } from "zod";
import { db } from "@/db/client";
import { appealDecision } from "@/lib/domain/safety/appeal";
import { appealActionSchema } from "@/lib/domain/safety/schema";
import { block, unblock } from "@/lib/domain/users/block";
import { action } from "@/lib/web/action";
import { contract } from "@/lib/web/contract";

export const appealAction = action(
  "appeal",
  { input: appealActionSchema, limits: contract.appealDecision },
  async ({ viewer, input, isRetry }) => appealDecision(db(), viewer, input, isRetry),
);

export const blockAction = action(
  "block",
  { input: z.object({ username: z.string(), isBlocked: z.boolean() }), limits: contract.blockPerson },
  async ({ viewer, input: { username, isBlocked } }) => (isBlocked ? block : unblock)(db(), viewer, username),
);
