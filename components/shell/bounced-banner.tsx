import { MailWarning } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";

/** Says that the person's e-mail address refuses mail, and where to change it. */
export function BouncedBanner() {
  const t = useTranslations("messageSettings.bounced");
  return (
    <aside className="bg-accent-soft text-accent-foreground">
      <p className="px-safe mx-auto flex max-w-2xl flex-wrap items-center gap-x-2 py-1 text-sm font-medium">
        <MailWarning aria-hidden className="size-4 shrink-0" />
        {t("text")}
        <Link href="/settings/security" className="flex min-h-11 items-center underline underline-offset-4">
          {t("link")}
        </Link>
      </p>
    </aside>
  );
}
