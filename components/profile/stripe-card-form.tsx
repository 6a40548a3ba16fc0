import { PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { type FormEvent, useState } from "react";
import { NotLoaded, StripeElements } from "@/components/donate/stripe-elements";
import { Skeleton } from "@/components/ui/skeleton";
import type { CardToken, PayoutCardFormProps } from "./payout-card-form";

/** The card provider's own form for a card that receives donations; with Apple Pay where the device has it. */
export function StripeCardForm({ setup, ...form }: PayoutCardFormProps) {
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
      <ElementForm {...form} />
    </StripeElements>
  );
}

function ElementForm({ busy, onCard, onEdit, children }: Omit<PayoutCardFormProps, "setup">) {
  const stripe = useStripe();
  const elements = useElements();
  const [stage, setStage] = useState<"loading" | "ready" | "failed">("loading");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !stripe || !elements || stage !== "ready") return;
    onCard(async (): Promise<CardToken> => {
      const { error: incomplete } = await elements.submit();
      if (incomplete) return { failure: incomplete };
      const { error, paymentMethod } = await stripe.createPaymentMethod({ elements });
      return error ? { failure: error } : { token: paymentMethod.id };
    });
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {stage === "loading" && <Skeleton className="h-56" />}
      {stage === "failed" && <NotLoaded />}
      <PaymentElement
        onReady={() => setStage("ready")}
        onLoadError={() => setStage("failed")}
        onChange={onEdit}
      />
      {stage === "ready" && children}
    </form>
  );
}
