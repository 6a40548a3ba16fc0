import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { InputField } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { type Payout, withoutAddress } from "./payout";
import { useSettings } from "./use-settings";

/** The PayPal address that receives donations; an empty one removes it (specification 5, Payment settings). */
export function PaypalPayout({ payout }: { payout: Payout }) {
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
      onSaved: () => setError(undefined),
      onRefused: (fields) => {
        setError(fields.paypalEmail);
        if (fields.paypalEmail) input.focus();
      },
    });
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="space-y-4">
      <InputField
        label={t("paypalEmail")}
        hint={t(payout.paypalEmail === null ? "hint" : "removeHint")}
        error={error}
        type="email"
        name="paypalEmail"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        defaultValue={payout.paypalEmail ?? ""}
      />
      <Button type="submit" className="w-full" pending={saving}>
        {t(saving ? "saving" : "save")}
      </Button>
    </form>
  );
}
