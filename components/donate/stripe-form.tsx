import type { StripeElements as Fields, Stripe } from "@stripe/stripe-js";
import { useState } from "react";
import type { PaidAt } from "@/lib/domain/donations/reserve-rules";
import { type Confirmation, refusedByProvider } from "./sandbox-payment";
import { ElementForm, library, StripeElements } from "./stripe-elements";
import type { CardFormProps } from "./types";

/** Fetches the card provider's script before its form is shown. */
export async function fetchScript({ publishableKey }: CardFormProps["setup"]): Promise<void> {
  await library(publishableKey);
}

/** What is confirmed without leaving this page, or at most for a question of the card's bank. */
const PAID_HERE = new Set(["card", "apple_pay", "google_pay", "link"]);

/** The card provider's own form: cards, wallets and banks as the account offers them. */
export function StripeForm(props: CardFormProps) {
  const { setup, clientSecret, returnUrl, busy, onPay, onEdit, children } = props;
  const [by, setBy] = useState<PaidAt>("card");

  async function confirm(stripe: Stripe, elements: Fields): Promise<Confirmation> {
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: returnUrl },
      redirect: "if_required",
    });
    return error ? refusedByProvider(error) : { state: "done" };
  }

  return (
    <StripeElements publishableKey={setup.publishableKey} options={{ clientSecret }}>
      <ElementForm
        busy={busy}
        onSubmit={(stripe, elements) => onPay(() => confirm(stripe, elements), by)}
        onChange={({ value }) => {
          setBy(PAID_HERE.has(value.type) ? "card" : "bank");
          onEdit();
        }}
      >
        {children}
      </ElementForm>
    </StripeElements>
  );
}
