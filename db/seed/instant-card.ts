import type { CardProvider, NewPayment, PaymentTruth } from "@/lib/providers/payment";

/** Stands in for a card provider while demo donations are written: every payment has been paid, in full and at once. */
export function instantCard(): CardProvider {
  const payments = new Map<string, PaymentTruth>();
  const refuse = () => Promise.reject(new Error("demo donations are made, and nothing else"));
  return {
    async createPayment({ amount, currency, metadata, idempotencyKey }: NewPayment) {
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
        refunded: false,
        disputeLost: false,
      });
      return { id, clientSecret };
    },
    findPayment: async (id) => payments.get(id) ?? null,
    refundPayment: refuse,
    cancelPayment: refuse,
    createCheckout: refuse,
    findCheckout: refuse,
    expireCheckout: refuse,
    readEvent: () => {
      throw new Error("demo donations have no events");
    },
  };
}
