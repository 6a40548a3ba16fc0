import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Due } from "@/components/office/due";
import { Filters, Pager } from "@/components/office/filters";
import { OfficeTable } from "@/components/office/office-table";
import { DateTimeText } from "@/components/shared/dates";
import { PageTitle } from "@/components/shell/page-title";
import { db } from "@/db/client";
import { listReports } from "@/lib/domain/operator/queries";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { REPORT_GROUNDS } from "@/lib/ground/vocabulary";
import { askedOf, chosenOf, pageOf } from "@/lib/web/office";
import { requireOffice } from "@/lib/web/session/office";
import { titled } from "@/lib/web/titled";

const PATH = "/office/reports";
const SHOWN = 50;

/** Deadlines of open reports: passed, or within a day. */
const DUE = { overdue: 0, day: DAY } as const;

export const generateMetadata = titled("office.nav.reports");

/** Reports by deadline, or those that were decided, the latest first. */
export default async function ReportsPage({ searchParams }: PageProps<"/office/reports">) {
  const operator = await requireOffice();
  const [search, t, grounds] = await Promise.all([
    searchParams,
    getTranslations("office"),
    getTranslations("safety.report.grounds"),
  ]);
  const state = chosenOf(search, "state", ["open", "decided"]);
  const ground = chosenOf(search, "ground", REPORT_GROUNDS);
  const due = chosenOf(search, "due", ["overdue", "day"]);
  const at = now();
  const dueBefore = due && new Date(at.getTime() + DUE[due]);
  const cursor = askedOf(search, "cursor");
  const { items, next } = await pageOf(
    listReports(db(), {
      state: state ?? "open",
      ground,
      dueBefore,
      limit: SHOWN,
      cursor,
      reader: operator.id,
    }),
  );
  return (
    <>
      <PageTitle title={t("nav.reports")} />
      <Filters
        path={PATH}
        filters={[
          {
            name: "state",
            label: t("list.state"),
            value: state ?? "open",
            options: [
              { value: "open", label: t("reports.open") },
              { value: "decided", label: t("reports.decided") },
            ],
            isRequired: true,
          },
          {
            name: "ground",
            label: t("reports.ground"),
            value: ground,
            options: REPORT_GROUNDS.map((value) => ({ value, label: grounds(value) })),
          },
          {
            name: "due",
            label: t("reports.due"),
            value: due,
            options: [
              { value: "overdue", label: t("list.overdue") },
              { value: "day", label: t("reports.withinDay") },
            ],
          },
        ]}
      />
      <OfficeTable
        label={t("nav.reports")}
        rows={items}
        keyOf={({ id }) => id}
        empty={t("reports.none")}
        columns={[
          [
            t("reports.reference"),
            ({ reference }) => (
              <Link href={`${PATH}/${reference}`} prefetch={false} className="font-medium underline">
                {reference}
              </Link>
            ),
          ],
          [t("reports.ground"), (report) => grounds(report.ground)],
          [
            t("reports.subject"),
            ({ subject, title }) => t("reports.about", { subject, title: title ?? t("reports.gone") }),
          ],
          [
            t("reports.due"),
            ({ dueAt, decidedAt }) =>
              decidedAt ? <DateTimeText value={dueAt.toISOString()} /> : <Due at={dueAt} now={at} />,
          ],
          [t("reports.sent"), ({ createdAt }) => createdAt],
        ]}
      />
      <Pager path={PATH} query={{ state, ground, due }} cursor={cursor} next={next} />
    </>
  );
}
