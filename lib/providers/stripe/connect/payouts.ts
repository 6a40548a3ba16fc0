import type Stripe from "stripe";
import type { NewPayout, ProviderPayout } from "@/lib/providers/payout-provider";
import { hasCode } from "../errors";

/** Pays from an account to the bank account of its owner. */
export async function createPayout(
  stripe: Stripe,
  { payoutId, account, amount, currency, idempotencyKey }: NewPayout,
): Promise<ProviderPayout> {
  const payout = await stripe.payouts.create(
    { amount, currency, metadata: { payoutId } },
    { stripeAccount: account, idempotencyKey },
  );
  return payoutFrom(payout);
}

/** A payout of an account, by Stripe's id or, after a call without an answer, by ours. */
export async function findPayout(
  stripe: Stripe,
  account: string,
  { payoutId, providerId }: { payoutId: string; providerId: string | null },
): Promise<ProviderPayout | null> {
  const options = { stripeAccount: account };
  if (providerId !== null) return retrieve(stripe, providerId, options);
  for await (const payout of stripe.payouts.list({ limit: 100 }, options)) {
    if (payout.metadata?.payoutId === payoutId) return payoutFrom(payout);
  }
  return null;
}

async function retrieve(
  stripe: Stripe,
  id: string,
  options: Stripe.RequestOptions,
): Promise<ProviderPayout | null> {
  try {
    return payoutFrom(await stripe.payouts.retrieve(id, {}, options));
  } catch (error) {
    if (hasCode(error, "resource_missing")) return null;
    throw error;
  }
}

/** `pending`: not submitted to the bank yet. */
const STATES: Record<string, ProviderPayout["state"]> = {
  pending: "sent",
  in_transit: "on_the_way",
  paid: "paid",
  failed: "failed",
  canceled: "failed",
};

function payoutFrom(payout: Stripe.Payout): ProviderPayout {
  const { id, status, amount, arrival_date, failure_code, trace_id, destination } = payout;
  const state = STATES[status];
  if (!state) throw new Error(`payout ${id} is in an unknown state: ${status}`);
  return {
    id,
    state,
    amount,
    arrivesOn: new Date(arrival_date * 1_000).toISOString().slice(0, 10),
    traceId: trace_id?.value ?? null,
    failureCode: state === "failed" ? (failure_code ?? status) : null,
    destination: typeof destination === "string" ? destination : (destination?.id ?? null),
  };
}
