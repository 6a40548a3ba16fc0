import { ElementForm, StripeElements } from "@/components/donate/stripe-elements";
import type { PayoutCardFormProps } from "./payout-card-form";

/** The card provider's own form for a card that receives donations; with Apple Pay where the device has it. */
export function StripeCardForm({ setup, busy, onCard, onEdit, children }: PayoutCardFormProps) {
  return (
    <StripeElements
      publishableKey={setup.publishableKey}
      options={{
        mode: "setup",
        currency: setup.currency,
        allowedPaymentMethodTypes: ["card"],
        paymentMethodCreation: "manual",
      }}
    >
      <ElementForm
        busy={busy}
        onChange={onEdit}
        onSubmit={(stripe, elements) =>
          onCard(async () => {
            const { error: incomplete } = await elements.submit();
            if (incomplete) return { failure: incomplete };
            const { error, paymentMethod } = await stripe.createPaymentMethod({ elements });
            return error ? { failure: error } : { token: paymentMethod.id };
          })
        }
      >
        {children}
      </ElementForm>
    </StripeElements>
  );
}
