import { z } from "zod";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import type { Call } from "./client";
import { Refused } from "./errors";
import { amountAnswer } from "./money";

const listAnswer = z.object({
  items: z.array(z.object({ dispute_id: z.string(), status: z.string() })).default([]),
});
const disputeAnswer = z.object({
  dispute_outcome: z
    .object({ outcome_code: z.string().optional(), amount_refunded: amountAnswer.optional() })
    .optional(),
});
const FOR_THE_PAYER = new Set(["RESOLVED_BUYER_FAVOUR", "ACCEPTED"]);

type Payment = { id: string; amount: { amount: number } };

/** The disputes of a payment: whether one is open, and what those that were lost took, in cents. */
export type Disputes = { open: boolean; taken: number };

/**
 * Reads the disputes of a payment. PayPal shows none to an application without the permission to read them; a loss then
 * looks like a refund. Any other refusal becomes ProviderUnavailable, because it says nothing about the payment.
 * @throws ProviderUnavailable
 */
export async function disputesOf(call: Call, payment: Payment): Promise<Disputes> {
  try {
    return await readDisputes(call, payment);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 403) return { open: false, taken: 0 };
    throw new ProviderUnavailable(`disputes cannot be read: ${error.message}`);
  }
}

async function readDisputes(call: Call, { id, amount }: Payment): Promise<Disputes> {
  const query = new URLSearchParams({ disputed_transaction_id: id });
  const { items } = await call({ path: `/v1/customer/disputes?${query}`, answer: listAnswer });
  const resolved = items.filter(({ status }) => status === "RESOLVED");
  const outcomes = await Promise.all(
    resolved.map(({ dispute_id }) =>
      call({ path: `/v1/customer/disputes/${encodeURIComponent(dispute_id)}`, answer: disputeAnswer }),
    ),
  );
  const taken = outcomes
    .filter(({ dispute_outcome: outcome }) => FOR_THE_PAYER.has(outcome?.outcome_code ?? ""))
    .reduce(
      (sum, { dispute_outcome: outcome }) => sum + (outcome?.amount_refunded?.amount ?? amount.amount),
      0,
    );
  return { open: resolved.length < items.length, taken: Math.min(taken, amount.amount) };
}
