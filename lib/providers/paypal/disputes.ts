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

/**
 * Whether a dispute took the whole payment. PayPal shows no disputes to an application without the permission to read
 * them; such a loss then looks like a refund. Any other refusal becomes ProviderUnavailable, because it says nothing
 * about the payment.
 * @throws ProviderUnavailable
 */
export async function isDisputeLost(call: Call, payment: Payment): Promise<boolean> {
  try {
    return await isWholePaymentTaken(call, payment);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 403) return false;
    throw new ProviderUnavailable(`disputes cannot be read: ${error.message}`);
  }
}

async function isWholePaymentTaken(call: Call, { id, amount }: Payment): Promise<boolean> {
  const query = new URLSearchParams({ disputed_transaction_id: id });
  const { items } = await call({ verb: "GET", path: `/v1/customer/disputes?${query}`, answer: listAnswer });
  const resolved = items.filter(({ status }) => status === "RESOLVED");
  const outcomes = await Promise.all(
    resolved.map(({ dispute_id }) =>
      call({
        verb: "GET",
        path: `/v1/customer/disputes/${encodeURIComponent(dispute_id)}`,
        answer: disputeAnswer,
      }),
    ),
  );
  return outcomes.some(({ dispute_outcome: outcome }) => {
    const taken = outcome?.amount_refunded?.amount ?? amount.amount;
    return FOR_THE_PAYER.has(outcome?.outcome_code ?? "") && taken >= amount.amount;
  });
}
