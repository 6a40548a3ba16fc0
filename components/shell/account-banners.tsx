import { Lock, MailWarning } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";

/** Says that the person's e-mail address refuses mail, and where to change it. */
export function BouncedBanner() {
  const t = useTranslations("messageSettings.bounced");
  return (
    <div className="mb-4 flex items-center gap-3 rounded-xl bg-accent-soft px-4 py-2 text-accent-foreground">
      <MailWarning aria-hidden className="size-5 shrink-0" />
      <p className="flex flex-wrap items-center gap-x-2 text-base font-medium">
        {t("text")}
        <Link href="/settings/security" className="flex min-h-11 items-center underline underline-offset-4">
          {t("link")}
        </Link>
      </p>
    </div>
  );
}

/** Says that the account can only be read until an operator has decided whose it is (D52). */
export function ContestedBanner() {
  const t = useTranslations("errors");
  return (
    <div className="mb-4 flex items-center gap-3 rounded-xl bg-accent-soft px-4 py-2 text-accent-foreground">
      <Lock aria-hidden className="size-5 shrink-0" />
      <p className="text-base font-medium">{t("ACCOUNT_CONTESTED")}</p>
    </div>
  );
}
