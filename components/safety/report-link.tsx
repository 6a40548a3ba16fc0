import { Flag } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";

type Props = { kind: "request" | "person" | "message"; id: string };

/** Leads to where a request, a person (by username) or a message with a donation is reported. */
export function ReportLink({ kind, id }: Props) {
  const t = useTranslations("safety.report");
  return (
    <Link
      href={`/report?kind=${kind}&id=${encodeURIComponent(id)}`}
      prefetch={false}
      className="inline-flex min-h-11 items-center gap-1.5 text-sm text-muted-foreground underline-offset-4 hover:underline"
    >
      <Flag aria-hidden className="size-4" />
      {t("link")}
    </Link>
  );
}
