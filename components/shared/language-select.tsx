"use client";

import { useLocale, useTranslations } from "next-intl";
import { useOptimistic, useTransition } from "react";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast-store";
import { chooseLanguageAction } from "@/lib/actions/settings";
import { LANGUAGES, LOCALES, type Locale } from "@/lib/ground/i18n/languages";

type Props = { id?: string; "aria-label"?: string; className?: string };

/** Switches the language of the screen at once; what is being typed stays. */
export function LanguageSelect(props: Props) {
  const t = useTranslations("toasts.updateFailed");
  const locale = useLocale();
  const [shown, show] = useOptimistic<Locale>(locale);
  const [, startTransition] = useTransition();
  return (
    <Select
      {...props}
      value={shown}
      onChange={({ target }) => {
        const chosen = target.value as Locale;
        startTransition(async () => {
          show(chosen);
          await chooseLanguageAction(chosen).catch(() => {
            toast({ title: t("title"), variant: "destructive" });
          });
        });
      }}
    >
      {LOCALES.map((known) => (
        <option key={known} value={known} lang={known}>
          {LANGUAGES[known].name}
        </option>
      ))}
    </Select>
  );
}
