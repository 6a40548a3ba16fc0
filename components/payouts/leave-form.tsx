"use client";

import { ExternalLink, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/shared/field";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { startOnboardingAction } from "@/lib/actions/payouts";

/** A country by its code and its name in the reader's language. */
export type Country = { code: string; name: string };

type Props = {
  /** Null once an account is open: its country stays. */
  countries: readonly Country[] | null;
  home: string;
};

/** Leads to the provider's page; asks first where the bank account is. */
export function LeaveForm({ countries, home }: Props) {
  const t = useTranslations("gettingPaid.start");
  const { pending, run } = useAction();
  const [leaving, setLeaving] = useState(false);
  const busy = pending || leaving;

  function leave(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const country = new FormData(event.currentTarget).get("country");
    run(() => startOnboardingAction(typeof country === "string" ? { country } : {}), {
      failed: { title: t("failed") },
      onDone: ({ url }) => {
        setLeaving(true);
        window.location.assign(url);
      },
    });
  }

  return (
    <form onSubmit={leave} className="space-y-4">
      {countries && (
        <Field label={t("country")} hint={t("countryHint")}>
          {(control) => (
            <Select {...control} name="country" defaultValue={home}>
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
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
