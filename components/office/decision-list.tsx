import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Badge } from "@/components/ui/badge";
import type { Measure, SafetySubject } from "@/lib/ground/vocabulary";
import { OfficeTable } from "./office-table";

type Row = {
  id: string;
  subject: SafetySubject;
  title: string | null;
  measure: Measure;
  ground: string;
  startsAt: Date;
  liftedAt: Date | null;
  appeal: { state: "open" | "upheld" | "overturned" | null } | null;
};

/** Decisions, each a link to its reasons. */
export async function DecisionList({ rows, empty }: { rows: readonly Row[]; empty: string }) {
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
