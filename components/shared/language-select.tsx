"use client";

import { useLocale, useTranslations } from "next-intl";
import { useOptimistic, useTransition } from "react";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast-store";
import { chooseLanguageAction } from "@/lib/actions/settings";
import { LOCALES, type Locale } from "@/lib/ground/vocabulary";

/** Each language by its own name, so that it is found by who reads no other. */
const NAMES: Record<Locale, string> = {
  en: "English",
  nl: "Nederlands",
  es: "Español",
  fr: "Français",
  de: "Deutsch",
};

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
          {NAMES[known]}
        </option>
      ))}
    </Select>
  );
}
