"use client";

import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";

type Props = {
  mailPage: boolean;
  /** The sandbox's pages open for this browser. */
  isOpen: boolean;
};

/** Says on every screen that payments go to the sandbox, and leads to its mail or says where its pages open. */
export function SandboxBanner({ mailPage, isOpen }: Props) {
  const t = useTranslations("shell");
  return (
    <aside className="flex flex-wrap items-center justify-center gap-x-2 bg-accent-soft px-3 py-1.5 text-center text-sm font-medium text-accent-foreground">
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      <span>{t("sandbox")}</span>
      {!isOpen && <span>{t("sandboxElsewhere")}</span>}
      {isOpen && mailPage && (
        <a
          href="/api/sandbox/mail"
          target="_blank"
          rel="noopener"
          className="-my-1.5 flex min-h-8 items-center underline underline-offset-4"
        >
          {t("sandboxMail")}
        </a>
      )}
    </aside>
  );
}
