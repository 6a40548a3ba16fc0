import { z } from "zod";
import { problem } from "@/lib/ground/text-fields";
import { BOOST_TYPES, DONATION_METHODS } from "@/lib/ground/vocabulary";
import { MAX_BOOST_QUANTITY } from "./rules";

const boostType = z.enum(BOOST_TYPES, problem("invalid"));

/** POST /api/requests/{id}/apply-boost. */
export const applyBoostSchema = z.object({ boostType });

const quantity = z
  .int(problem("quantity"))
  .min(1, problem("quantity"))
  .max(MAX_BOOST_QUANTITY, problem("quantity"));

/** A price in major units with decimals (D4); the domain parses it. */
const decimal = z.union([z.string().max(40), z.number()], problem("amountInvalid"));

/** POST /api/boosts/purchase: by wallet. `amount` is only compared with our price (D9). */
export const purchaseBoostsSchema = z.object({
  boostType,
  quantity,
  amount: decimal.optional(),
  currency: z.string().max(10).optional(),
  returnUrl: z.string().max(2_000).optional(),
});

/** The same from our own pages, with either provider; `amount` is the total in cents that the buyer saw. */
export const buyBoostsSchema = z.object({
  boostType,
  quantity,
  amount: z.int(),
  method: z.enum(DONATION_METHODS, problem("invalid")),
});

/** POST /api/create-payment-intent: buys the pack that costs `amount` (decimal) and that the description names. */
export const createCheckoutSchema = z.object({
  amount: decimal,
  description: z.string().max(200),
  currency: z.string().max(10),
});

/** Specification 3, Subscription or boost purchase response. */
export const approvalSchema = z.object({ success: z.literal(true), approvalUrl: z.url() });

export const checkoutSchema = z.object({ url: z.url() });
