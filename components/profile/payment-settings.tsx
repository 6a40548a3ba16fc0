"use client";

import { CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { payoutProblem } from "@/lib/domain/requests/rules";
import type { Me } from "@/lib/domain/users/schema";
import { useSettings } from "./use-settings";

type Props = { payout: Pick<Me, "paymentMethod" | "paypalEmail" | "hasCard"> };

/** How donations reach a person (specification 2 and 5, Payment settings; D18). */
export function PaymentSettings({ payout }: Props) {
  const t = useTranslations("profile.payment");
  const problems = useTranslations("errors.fields");
  const { saving, save } = useSettings();
  const [error, setError] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = event.currentTarget.querySelector("input");
    const typed = input?.value.trim() ?? "";
    const missing = typed === "" && payout.paypalEmail === null;
    if (!input || missing || !input.validity.valid) {
      setError(problems("paypalEmail"));
      input?.focus();
      return;
    }
    setError(undefined);
    save(typed === "" ? withoutAddress(payout) : { paymentMethod: "paypal", paypalEmail: typed }, {
      onRefused: (fields) => {
        setError(fields.paypalEmail);
        if (fields.paypalEmail) input.focus();
      },
    });
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <Standing payout={payout} />
      <Field
        label={t("paypalEmail")}
        hint={t(payout.paypalEmail === null ? "hint" : "removeHint")}
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            name="paypalEmail"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            defaultValue={payout.paypalEmail ?? ""}
          />
        )}
      </Field>
      <Button type="submit" className="w-full" aria-disabled={saving || undefined}>
        {saving && <LoaderCircle aria-hidden className="animate-spin" />}
        {t(saving ? "saving" : "save")}
      </Button>
    </form>
  );
}

/** Without an address PayPal is no way to be paid; another method stays. */
function withoutAddress({ paymentMethod }: Props["payout"]) {
  return paymentMethod === "paypal"
    ? ({ paypalEmail: null, paymentMethod: null } as const)
    : ({ paypalEmail: null } as const);
}

/** Whether donations can reach the person, and how. */
function Standing({ payout }: Props) {
  const t = useTranslations("profile.payment");
  const problem = payoutProblem(payout);
  const Icon = problem ? CircleAlert : CircleCheck;
  return (
    <p
      role="status"
      className={cn(
        "flex gap-3 rounded-xl p-3",
        problem ? "bg-accent-soft text-accent-foreground" : "bg-success text-success-foreground",
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {problem === "PAYMENT_METHOD_REQUIRED" && t("missing")}
        {problem === "PAYMENT_DETAILS_REQUIRED" && t("incomplete")}
        {!problem && payout.paymentMethod && t(`by.${payout.paymentMethod}`)}
      </span>
    </p>
  );
}
