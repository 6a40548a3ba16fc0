import { Lock, type LucideIcon, MailWarning, OctagonPause } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Viewer as SignedIn } from "@/lib/domain/users/types";

type Viewer = Pick<SignedIn, "isContested" | "isSuspended" | "stopped" | "refusesMail">;

/** Says what keeps the person from something, and where to read or change it. */
export function AccountBanners({ viewer }: { viewer: Viewer }) {
  const t = useTranslations("errors");
  const safety = useTranslations("safety.banner");
  const bounced = useTranslations("messageSettings.bounced");
  return (
    <>
      {/* Until an operator has decided whose the account is (D52). */}
      {viewer.isContested && <Banner icon={Lock}>{t("ACCOUNT_CONTESTED")}</Banner>}
      {viewer.isSuspended && (
        <Banner icon={Lock} link={{ href: "/decisions", text: safety("link") }}>
          {t("SUSPENDED")}
        </Banner>
      )}
      {/* By an operator, for everybody, during an incident. */}
      {viewer.stopped.map((what) => (
        <Banner key={what} icon={OctagonPause}>
          {t("STOPPED", { what })}
        </Banner>
      ))}
      {viewer.refusesMail && (
        <Banner icon={MailWarning} link={{ href: "/settings/security", text: bounced("link") }}>
          {bounced("text")}
        </Banner>
      )}
    </>
  );
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
