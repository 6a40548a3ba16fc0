"use client";

import { CRASH_TEXTS } from "@/components/shell/crash-texts";
import { Button } from "@/components/ui/button";
import { LOCALES, VISITOR_LOCALE } from "@/lib/ground/i18n/languages";
import "./globals.css";

/** Even the root layout failed. The browser's language is the only one known here. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
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
