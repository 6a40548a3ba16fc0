import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { OfficeTable } from "@/components/office/office-table";
import { Badge } from "@/components/ui/badge";
import type { DecisionRecord } from "@/lib/domain/operator/decisions-store";

/** Decisions, each a link to its reasons. */
export async function DecisionList({ rows, empty }: { rows: readonly DecisionRecord[]; empty: string }) {
  const [t, reports, office] = await Promise.all([
    getTranslations("office.decisions"),
    getTranslations("office.reports"),
    getTranslations("office"),
  ]);
  return (
    <OfficeTable
      label={t("title")}
      rows={rows}
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        [
          t("measure"),
          ({ id, measure }) => (
            <Link href={`/office/decisions/${id}`} prefetch={false} className="font-medium underline">
              {office(`measures.${measure}`)}
            </Link>
          ),
        ],
        [
          reports("subject"),
          ({ subject, title }) => reports("about", { subject, title: title ?? reports("gone") }),
        ],
        [t("ground"), ({ ground }) => ground],
        [t("from"), ({ startsAt }) => startsAt],
        [
          t("state"),
          ({ measure, liftedAt, appeal }) => (
            <span className="flex flex-wrap gap-1">
              {measure !== "none" && <Badge>{t(liftedAt ? "lifted" : "running")}</Badge>}
              {appeal?.state && <Badge variant="accent">{t(`appeals.${appeal.state}`)}</Badge>}
            </span>
          ),
        ],
      ]}
    />
  );
}
