"use client";

import { useLayoutEffect } from "react";
import { restoreTheme } from "@/components/shell/theme";
import { Button } from "@/components/ui/button";
// Not of the vocabulary, which would be sent with every page once more.
import { LOCALES, type Locale, VISITOR_LOCALE } from "@/lib/ground/i18n/languages";
import "./globals.css";

/** The catalogue is not available here, so these few words are sent with every page. */
const CRASH_TEXTS: Record<Locale, { title: string; retry: string }> = {
  en: { title: "Something went wrong.", retry: "Try again" },
  nl: { title: "Er is iets misgegaan.", retry: "Opnieuw proberen" },
  es: { title: "Algo ha salido mal.", retry: "Reintentar" },
  fr: { title: "Un problème est survenu.", retry: "Réessayer" },
  de: { title: "Etwas ist schiefgelaufen.", retry: "Noch einmal versuchen" },
};

/** The root layout itself failed. Only the browser's language is known here. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  useLayoutEffect(restoreTheme, []);
  const wished = typeof navigator === "undefined" ? VISITOR_LOCALE : navigator.language.slice(0, 2);
  const locale = LOCALES.find((known) => known === wished) ?? VISITOR_LOCALE;
  const { title, retry } = CRASH_TEXTS[locale];
  return (
    <html lang={locale}>
      <body className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
        <title>{title}</title>
        <h1 className="text-2xl font-bold">{title}</h1>
        <Button onClick={reset}>{retry}</Button>
      </body>
    </html>
  );
}
