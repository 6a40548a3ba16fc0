import { Flag } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { SafetySubject } from "@/lib/ground/vocabulary";

type Props = {
  kind: SafetySubject;
  id: string;
  /** Of a guest's receipt, for what donors alone see. */
  receiptToken?: string | undefined;
};

/** Leads to where something is reported; a person by username. */
export function ReportLink({ kind, id, receiptToken }: Props) {
  const t = useTranslations("safety.report");
  return (
    <Link
      href={`/report?${new URLSearchParams({ kind, id, ...(receiptToken && { receipt: receiptToken }) })}`}
      prefetch={false}
      className="inline-flex min-h-11 items-center gap-1.5 text-sm text-muted-foreground underline-offset-4 hover:underline"
    >
      <Flag aria-hidden className="size-4" />
      {t("link")}
    </Link>
  );
}
