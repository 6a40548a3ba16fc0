"use client";

import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useEffect, useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { type Confirmation, refusedByProvider } from "./sandbox-payment";
import type { CardFormProps } from "./types";

const loaded = new Map<string, Promise<Stripe | null>>();

/** The provider's library, fetched once; a failed fetch is tried again with the next form. */
function library(publishableKey: string): Promise<Stripe | null> {
  const before = loaded.get(publishableKey);
  if (before) return before;
  const script = loadStripe(publishableKey).catch(() => {
    loaded.delete(publishableKey);
    return null;
  });
  loaded.set(publishableKey, script);
  return script;
}

/** The card provider's own form: cards, wallets and banks as the account offers them. */
export function StripeForm({ setup, clientSecret, ...form }: CardFormProps) {
  const locale = useLocale();
  const [script] = useState(() => library(setup.publishableKey));
  const [missing, setMissing] = useState(false);

  useEffect(() => {
    let shown = true;
    script.then((stripe) => {
      if (shown && !stripe) setMissing(true);
    });
    return () => {
      shown = false;
    };
  }, [script]);

  if (missing) return <NotLoaded />;
  const dark = document.documentElement.classList.contains("dark");
  return (
    <Elements
      stripe={script}
      options={{ clientSecret, locale, appearance: { theme: dark ? "night" : "stripe" } }}
    >
      <ElementForm {...form} />
    </Elements>
  );
}

function NotLoaded() {
  const t = useTranslations("cardErrors.texts");
  return (
    <p role="alert" className="font-medium text-destructive">
      {t("connection")}
    </p>
  );
}

type Stage = "loading" | "ready" | "failed";

function ElementForm({ busy, onPay, children }: Omit<CardFormProps, "setup" | "clientSecret">) {
  const stripe = useStripe();
  const elements = useElements();
  const [stage, setStage] = useState<Stage>("loading");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !stripe || !elements || stage !== "ready") return;
    onPay(async (): Promise<Confirmation> => {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: `${window.location.origin}/payment-success` },
        redirect: "if_required",
      });
      if (error) return refusedByProvider(error);
      return { state: "done", status: paymentIntent.status === "succeeded" ? "succeeded" : "processing" };
    });
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {stage === "loading" && <Skeleton className="h-56" />}
      {stage === "failed" && <NotLoaded />}
      <PaymentElement onReady={() => setStage("ready")} onLoadError={() => setStage("failed")} />
      {stage === "ready" && children}
    </form>
  );
}
