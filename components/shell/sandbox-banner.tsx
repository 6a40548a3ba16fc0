"use client";

import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";

/** Says on every screen that payments go to the sandbox, and leads to its mail where that may be shown. */
export function SandboxBanner({ mailPage }: { mailPage: boolean }) {
  const t = useTranslations("shell");
  return (
    <aside className="flex flex-wrap items-center justify-center gap-x-2 bg-accent-soft px-3 py-1.5 text-center text-sm font-medium text-accent-foreground">
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      {t("sandbox")}
      {mailPage && (
        <a
          href="/api/sandbox/mail"
          target="_blank"
          rel="noopener"
          className="-my-3 flex min-h-11 items-center underline underline-offset-4"
        >
          {t("sandboxMail")}
        </a>
      )}
    </aside>
  );
}
