import type { CardGateway, NewPayment, ProviderPayment } from "@/lib/providers/gateway";
import { unconfiguredCard } from "@/lib/providers/unconfigured";

/** A card gateway for writing demo donations and purchases: every payment is paid, in full and at once. */
export function instantCard(): CardGateway {
  const payments = new Map<string, ProviderPayment>();
  const createPayment = async ({ amount, currency, metadata, idempotencyKey }: NewPayment) => {
    const id = `pi_demo_${idempotencyKey}`;
    const clientSecret = `${id}_secret_demo`;
    payments.set(id, {
      id,
      state: "succeeded",
      amount,
      received: amount,
      currency,
      clientSecret,
      metadata,
      returned: 0,
      disputeLost: false,
      disputeOpen: false,
      disputeFee: null,
      paidBy: "card",
      chargeId: `ch_demo_${idempotencyKey}`,
      declines: 0,
    });
    return { id, clientSecret };
  };
  return {
    ...unconfiguredCard,
    createPayment,
    openPage: async (page) => {
      const { id } = await createPayment(page);
      return { id: `cs_demo_${id}`, url: page.returnUrl };
    },
    findPayment: async (id) => payments.get(id.replace("cs_demo_", "")) ?? null,
  };
}
