import { z } from "zod";
import type { FieldProblem } from "@/lib/errors";

const problem = (key: FieldProblem) => ({ error: key });

const tier = z.enum(["gold", "diamond"], problem("invalid"));

/** What a plan card asks for. */
export const subscribeSchema = z.object({ tier });

/** POST /api/subscriptions/create. */
export const createSubscriptionSchema = subscribeSchema.extend({
  returnUrl: z.string().max(2_000).optional(),
});

/** POST /api/subscriptions/cancel answers until when the tier runs. */
export const cancelledSchema = z.object({
  success: z.literal(true),
  subscriptionExpiry: z.iso.datetime().nullable(),
});
