import { Lock, type LucideIcon, MailWarning, OctagonPause } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Says that the person's e-mail address refuses mail, and where to change it. */
export function BouncedBanner() {
  const t = useTranslations("messageSettings.bounced");
  return (
    <Banner icon={MailWarning} link={{ href: "/settings/security", text: t("link") }}>
      {t("text")}
    </Banner>
  );
}

/** Says that the account can only be read until an operator has decided whose it is (D52). */
export function ContestedBanner() {
  const t = useTranslations("errors");
  return <Banner icon={Lock}>{t("ACCOUNT_CONTESTED")}</Banner>;
}

/** Says that an operator suspended the account, and where the reasons and the appeal are. */
export function SuspendedBanner() {
  const t = useTranslations("errors");
  const banner = useTranslations("safety.banner");
  return (
    <Banner icon={Lock} link={{ href: "/decisions", text: banner("link") }}>
      {t("SUSPENDED")}
    </Banner>
  );
}

/** Says what an operator has stopped for everybody during an incident. */
export function StoppedBanner({ what }: { what: string }) {
  const t = useTranslations("errors");
  return <Banner icon={OctagonPause}>{t("STOPPED", { what })}</Banner>;
}

type Props = { icon: LucideIcon; link?: { href: string; text: string }; children: ReactNode };

function Banner({ icon: Icon, link, children }: Props) {
  return (
    <div className="mb-4 flex items-center gap-3 rounded-xl bg-accent-soft px-4 py-2 text-accent-foreground">
      <Icon aria-hidden className="size-5 shrink-0" />
      <p className="flex flex-wrap items-center gap-x-2 text-base font-medium">
        {children}
        {link && (
          <Link href={link.href} className="flex min-h-11 items-center underline underline-offset-4">
            {link.text}
          </Link>
        )}
      </p>
    </div>
  );
}
