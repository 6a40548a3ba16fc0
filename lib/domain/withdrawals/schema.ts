import { z } from "zod";
import { problem } from "@/lib/ground/text-fields";
import { PAID_TIERS } from "@/lib/ground/tiers";
import { BOOST_TYPES } from "@/lib/ground/vocabulary";

const KINDS = ["subscription", "boosts"] as const;

/** POST /api/withdrawals: `id` is that of a purchase in the list. */
export const withdrawSchema = z.object({
  kind: z.enum(KINDS, problem("invalid")),
  id: z.uuid(problem("invalid")),
});

/** What goes back, in cents. */
export const withdrawnSchema = z.object({ refunded: z.int() });

/** A purchase of boosts, or a month of a plan (safety.md, Withdrawal). Cents. */
export const purchaseSchema = z.object({
  id: z.uuid(),
  kind: z.enum(KINDS),
  what: z.enum([...BOOST_TYPES, ...PAID_TIERS]),
  quantity: z.int().describe("how many boosts it brought"),
  amount: z.int(),
  at: z.iso.datetime(),
  withdrawUntil: z.iso.datetime().nullable().describe("null for a plan's later months"),
  used: z.int().describe("how many of its boosts were used"),
  comesBack: z.int().describe("what a withdrawal now would give back, in cents"),
  returned: z.int().describe("what went back, or has to, in cents"),
});
export type Purchase = z.output<typeof purchaseSchema>;
