import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";

/** Reminds of an address that is not confirmed, and leads to where that is done. */
export function UnprovenLine() {
  const t = useTranslations("security");
  return (
    <Link
      href="/settings/security"
      className="flex min-h-11 items-center gap-2 rounded-xl border bg-card px-4 py-2 text-sm font-medium"
    >
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      {t("unproven")}
    </Link>
  );
}
