import { Lock, MailWarning, OctagonPause } from "lucide-react";
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

/** Says that an operator suspended the account, and where the reasons and the appeal are. */
export function SuspendedBanner() {
  const t = useTranslations("errors");
  const banner = useTranslations("safety.banner");
  return (
    <div className="mb-4 flex items-center gap-3 rounded-xl bg-accent-soft px-4 py-2 text-accent-foreground">
      <Lock aria-hidden className="size-5 shrink-0" />
      <p className="flex flex-wrap items-center gap-x-2 text-base font-medium">
        {t("SUSPENDED")}
        <Link href="/decisions" className="flex min-h-11 items-center underline underline-offset-4">
          {banner("link")}
        </Link>
      </p>
    </div>
  );
}

/** Says what an operator has stopped for everybody during an incident. */
export function StoppedBanner({ what }: { what: string }) {
  const t = useTranslations("errors");
  return (
    <div className="mb-4 flex items-center gap-3 rounded-xl bg-accent-soft px-4 py-2 text-accent-foreground">
      <OctagonPause aria-hidden className="size-5 shrink-0" />
      <p className="text-base font-medium">{t("STOPPED", { what })}</p>
    </div>
  );
}
