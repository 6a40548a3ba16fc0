"use client";

import { ExternalLink, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { SelectField } from "@/components/shared/field";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { startOnboardingAction } from "@/lib/actions/payouts";
import { PAYEE_COUNTRIES } from "@/lib/domain/payouts/rules";

type Code = (typeof PAYEE_COUNTRIES)[number];

/** A country by its code and its name in the reader's language. */
type Country = { code: Code; name: string };

type Props = {
  /** Null once something was moved to the account: its country stays. */
  countries: readonly Country[] | null;
  chosen: string;
};

/** Leads to the provider's page; asks first where the bank account is. */
export function LeaveForm({ countries, chosen }: Props) {
  const t = useTranslations("gettingPaid.start");
  const { pending, run } = useAction();
  const [leaving, setLeaving] = useState(false);
  const busy = pending || leaving;

  function leave(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const sent = new FormData(event.currentTarget).get("country");
    const country = PAYEE_COUNTRIES.find((code) => code === sent);
    run(() => startOnboardingAction(country ? { country } : {}), {
      failed: { title: t("failed") },
      onDone: ({ url }) => {
        setLeaving(true);
        // Going back may show this page as it was left.
        window.addEventListener("pageshow", () => setLeaving(false), { once: true });
        window.location.assign(url);
      },
    });
  }

  return (
    <form method="post" onSubmit={leave} className="space-y-4">
      {countries && (
        <SelectField
          label={t("country")}
          hint={t("countryHint")}
          name="country"
          defaultValue={chosen}
          options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        />
      )}
      <div className="space-y-1.5">
        <Button type="submit" size="lg" className="w-full" aria-disabled={busy || undefined}>
          {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : <ExternalLink aria-hidden />}
          {t(busy ? "leaving" : "action")}
        </Button>
        <p className="text-center text-sm text-muted-foreground">{t("leavingHint")}</p>
      </div>
    </form>
  );
}
