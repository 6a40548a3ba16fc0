import { z } from "zod";
import { problem } from "@/lib/ground/text-fields";
import { PAID_TIERS } from "@/lib/ground/tiers";
import { DONATION_METHODS } from "@/lib/ground/vocabulary";

const tier = z.enum(PAID_TIERS, problem("invalid"));

const method = z.enum(DONATION_METHODS, problem("invalid"));

/** The form of the plan page. */
export const subscribeSchema = z.object({ tier, method });

/** POST /api/subscriptions/create: by wallet, unless `method` says by card (D49). */
export const createSubscriptionSchema = z.object({
  tier,
  method: method.default("paypal").describe("`stripe` to pay by card, where the card provider is configured"),
  returnUrl: z.string().max(2_000).optional(),
});

/** POST /api/subscriptions/cancel-by-link returns until when the tier runs. */
export const cancelledByLinkSchema = z.object({ subscriptionExpiry: z.iso.datetime().nullable() });

/** POST /api/subscriptions/cancel returns until when the tier runs. */
export const cancelledSchema = z.object({
  success: z.literal(true),
  subscriptionExpiry: z.iso.datetime().nullable(),
});
