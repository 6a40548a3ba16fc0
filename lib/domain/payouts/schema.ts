import { z } from "zod";
import { STANDING_WAITS, STANDINGS } from "@/lib/domain/holds/standing-rules";
import { PAYEE_STATES, PAYOUT_STATES } from "@/lib/ground/vocabulary";
import { PAYEE_COUNTRIES, RELEASE_REASONS } from "./rules";

/** Where somebody is paid, as its owner sees it (payouts.md, Screens). */
export const payeeSchema = z.object({
  standing: z
    .enum(STANDINGS)
    .describe("whether they can be paid, or why not; the other fields follow from it"),
  by: z.enum(["bank", "paypal"]).nullable().describe("where what is given goes; null: it cannot be paid yet"),
  state: z.enum(PAYEE_STATES),
  waitsFor: z.enum(STANDING_WAITS),
  waitsUntil: z.iso.datetime().nullable(),
  bankLast4: z.string().nullable(),
  problem: z.string().nullable().describe("the provider's code"),
});
export type Payee = z.infer<typeof payeeSchema>;

/** A payout with its donations. Amounts in cents. */
export const payoutSchema = z.object({
  id: z.uuid(),
  amount: z.int(),
  state: z.enum(PAYOUT_STATES),
  arrivesOn: z.iso.date().nullable(),
  createdAt: z.iso.datetime(),
  gifts: z.array(z.object({ donationId: z.uuid(), amount: z.int() })),
});
export type Payout = z.infer<typeof payoutSchema>;

/**
 * api.md, GET /api/payouts. Cents: `received` is the sum of `waiting`, `onTheWay`, `inBank` and `givenBack`.
 * `waitingUntil` is the next release date, with its reason; null when nothing waits for a date.
 */
export const payoutsSchema = z.object({
  received: z.int(),
  waiting: z.int(),
  onTheWay: z.int(),
  inBank: z.int(),
  givenBack: z.int(),
  waitingUntil: z.iso.datetime().nullable(),
  waitingBecause: z.enum([...RELEASE_REASONS, "payee", "hold", "loss", "goal"]).nullable(),
  onHold: z
    .object({ reason: z.string() })
    .nullable()
    .describe("rules hold money of theirs until somebody looked: one sentence"),
  canAsk: z.boolean().describe("a payout can be asked for now"),
  payee: payeeSchema,
  payouts: z.array(payoutSchema).describe("the newest 50"),
});
export type Payouts = z.infer<typeof payoutsSchema>;

/** POST /api/payouts. */
export const askPayoutSchema = z.object({ requestId: z.uuid().optional() });

/** The page of the provider that its owner goes to next. */
export const onboardingPageSchema = z.object({ url: z.url() });

/** POST /api/payouts/onboarding. `country`: where the bank account is; the deployment's own without it. */
export const onboardingSchema = z.object({ country: z.enum(PAYEE_COUNTRIES).optional() });

/** What a statement can be downloaded as. */
export const STATEMENT_FORMATS = ["pdf", "csv"] as const;

/** GET /api/payouts/statement: a local calendar year, of which the next one has four digits too. */
export const statementQuerySchema = z.object({
  year: z.coerce.number().int().min(2000).max(9998),
  format: z.enum(STATEMENT_FORMATS),
});

/** POST /api/gifts/{donationId}/take-back, and its answer. */
export const takeBackSchema = z.object({
  receiptToken: z.string().max(100).optional().describe("of a guest's receipt, instead of a session"),
});
export const takenBackSchema = z.object({ state: z.enum(["refund_due", "refunded"]) });
