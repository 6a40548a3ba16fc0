import { PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { type FormEvent, useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import type { PaidAt } from "@/lib/domain/donations/reserve-rules";
import { type Confirmation, refusedByProvider } from "./sandbox-payment";
import { library, NotLoaded, StripeElements } from "./stripe-elements";
import type { CardFormProps } from "./types";

/** Fetches the card provider's script before its form is shown. */
export async function fetchScript({ publishableKey }: CardFormProps["setup"]): Promise<void> {
  await library(publishableKey);
}

/** The card provider's own form: cards, wallets and banks as the account offers them. */
export function StripeForm({ setup, clientSecret, ...form }: CardFormProps) {
  return (
    <StripeElements publishableKey={setup.publishableKey} options={{ clientSecret }}>
      <ElementForm {...form} />
    </StripeElements>
  );
}

/** What is confirmed without leaving this page, or at most for a question of the card's bank. */
const PAID_HERE = new Set(["card", "apple_pay", "google_pay", "link"]);

type Stage = "loading" | "ready" | "failed";

function ElementForm({
  returnUrl,
  busy,
  onPay,
  onEdit,
  children,
}: Omit<CardFormProps, "setup" | "clientSecret">) {
  const stripe = useStripe();
  const elements = useElements();
  const [stage, setStage] = useState<Stage>("loading");
  const [by, setBy] = useState<PaidAt>("card");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !stripe || !elements || stage !== "ready") return;
    onPay(async (): Promise<Confirmation> => {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl },
        redirect: "if_required",
      });
      if (error) return refusedByProvider(error);
      return { state: "done", status: paymentIntent.status === "succeeded" ? "succeeded" : "processing" };
    }, by);
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {stage === "loading" && <Skeleton className="h-56" />}
      {stage === "failed" && <NotLoaded />}
      <PaymentElement
        onReady={() => setStage("ready")}
        onLoadError={() => setStage("failed")}
        onChange={({ value }) => {
          setBy(PAID_HERE.has(value.type) ? "card" : "bank");
          onEdit();
        }}
      />
      {stage === "ready" && children}
    </form>
  );
}
