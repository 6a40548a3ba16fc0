import type Stripe from "stripe";
import type { ProviderFees } from "@/lib/providers/gateway";

/** Changes of the balance that are a cost as a whole; of the others only their `fee` is. */
const COSTS = new Set<string>(["stripe_fee", "stripe_fx_fee", "tax_fee"]);

/** What Stripe kept of the platform's payments and charged it in a span, by Stripe's reporting category. */
export async function sumFees(
  stripe: Stripe,
  { from, to }: { from: Date; to: Date },
): Promise<ProviderFees[]> {
  const created = { gte: Math.ceil(from.getTime() / 1_000), lt: Math.ceil(to.getTime() / 1_000) };
  const sums = new Map<string, ProviderFees>();
  for await (const each of stripe.balanceTransactions.list({ created, limit: 100 })) {
    const { reporting_category: category, currency, type, fee, amount } = each;
    const cost = fee - (COSTS.has(type) ? amount : 0);
    if (cost === 0) continue;
    const key = `${category} ${currency}`;
    const before = sums.get(key) ?? { category, currency, count: 0, amount: 0 };
    sums.set(key, { ...before, count: before.count + 1, amount: before.amount + cost });
  }
  return [...sums.values()];
}
