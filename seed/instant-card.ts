import type { CardProvider, NewPayment, ProviderPayment } from "@/lib/providers/payment";

/** A card provider for the demo donations and purchases: every payment is paid at once, in full. */
export function instantCard(): CardProvider {
  const payments = new Map<string, ProviderPayment>();
  const refuse = () => Promise.reject(new Error("the demo card provider only takes payments"));
  const card: CardProvider = {
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
        declines: 0,
      });
      return { id, clientSecret };
    },
    findPayment: async (id) => payments.get(id) ?? null,
    refundPayment: refuse,
    cancelPayment: refuse,
    async createCheckout(asked) {
      const { id } = await card.createPayment(asked);
      return { id: `cs_demo_${id}`, url: asked.returnUrl };
    },
    findCheckout: async (id) => ({ id, state: "completed", paymentId: id.replace("cs_demo_", "") }),
    expireCheckout: refuse,
    createSubscription: refuse,
    findSubscription: refuse,
    cancelSubscription: refuse,
    refundSubscriptionPayment: refuse,
    readEvent: () => {
      throw new Error("the demo card provider has no events");
    },
  };
  return card;
}
