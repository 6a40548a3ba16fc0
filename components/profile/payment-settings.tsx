"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { RadioCard } from "@/components/ui/radio-card";
import type { Me } from "@/lib/domain/users/schema";
import type { PayoutMethod } from "@/lib/vocabulary";
import { useSettings } from "./use-settings";

type Props = { me: Pick<Me, "paypalEmail" | "paymentMethod" | "hasCard"> };

/** How donations reach a requester (D18). A card can be chosen once one is on file. */
export function PaymentSettings({ me }: Props) {
  const t = useTranslations("profile.payment");
  const { pending, errors, save } = useSettings();
  const [method, setMethod] = useState<PayoutMethod>(me.paymentMethod ?? "paypal");
  const methods: PayoutMethod[] = me.hasCard ? ["paypal", "visa", "applepay"] : ["paypal"];

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const paypalEmail = String(new FormData(event.currentTarget).get("paypalEmail")).trim() || null;
    await save({ paypalEmail, paymentMethod: method === "paypal" && !paypalEmail ? null : method });
  }

  return (
    <Card>
      <CardTitle id="payment">{t("title")}</CardTitle>
      <p className="mt-1 text-muted-foreground">{t("text")}</p>
      <form noValidate onSubmit={submit} className="mt-4 space-y-4">
        <fieldset className="space-y-2">
          <legend className="mb-1.5 font-medium">{t("method")}</legend>
          {methods.map((choice) => (
            <RadioCard
              key={choice}
              name="paymentMethod"
              value={choice}
              checked={method === choice}
              onChange={() => setMethod(choice)}
              label={t(`methods.${choice}`)}
            />
          ))}
        </fieldset>
        <Field label={t("paypalEmail")} hint={t("paypalHint")} error={errors.paypalEmail}>
          {(control) => (
            <Input
              {...control}
              name="paypalEmail"
              type="email"
              autoComplete="email"
              defaultValue={me.paypalEmail ?? ""}
            />
          )}
        </Field>
        <Button type="submit" disabled={pending} className="w-full">
          {pending ? t("saving") : t("save")}
        </Button>
      </form>
    </Card>
  );
}
