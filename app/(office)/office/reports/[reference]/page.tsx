import Link from "next/link";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { DecideForm } from "@/components/office/decide-form";
import { Due } from "@/components/office/due";
import { Facts } from "@/components/office/facts";
import { NotYours } from "@/components/office/not-yours";
import { OfficeTable } from "@/components/office/office-table";
import { PersonLink } from "@/components/office/person-link";
import { PageTitle } from "@/components/shell/page-title";
import { Card, CardTitle } from "@/components/ui/card";
import { db } from "@/db/client";
import {
  findReport,
  findSubject,
  partyTo,
  selectDecisionsAbout,
  selectReportsOf,
  selectUsernames,
  selectWaitingApprovals,
} from "@/lib/domain/operator/queries";
import { now } from "@/lib/ground/clock";
import { namedIn } from "@/lib/web/office";
import { requireOffice } from "@/lib/web/session/office";
import { type Asked, oncePerPage, titled } from "@/lib/web/titled";
import { DecisionList } from "../../decision-list";
import { SubjectCard } from "../../subject-card";

/** How many other reports and decisions of the subject are shown. */
const SHOWN = 20;

type Props = PageProps<"/office/reports/[reference]">;

const reportOf = oncePerPage(async ({ reference }: Asked<Props>) => {
  const operator = await requireOffice();
  return { operator, report: (await findReport(db(), namedIn(reference))) ?? notFound() };
});

export const generateMetadata = titled("office.report.title", {}, reportOf);

/** A report with its subject, what else was said and decided about that, and the form of a decision. */
export default async function ReportPage(props: Props) {
  const { operator, report } = await reportOf(props);
  const { subject, subjectId, reporterId, decidedAt, dueAt, createdAt, reference } = report;
  // Who is reported does not learn by whom; and who reported does not decide.
  const party = await partyTo(db(), operator.id, { subjectId });
  if ([report.personId, reporterId, party].includes(operator.id)) return <NotYours />;
  const [found, others, decided, names, [waits], t, grounds] = await Promise.all([
    findSubject(db(), report),
    selectReportsOf(db(), { subjectId, except: report.id, limit: SHOWN, reader: operator.id }),
    selectDecisionsAbout(db(), subjectId, { limit: SHOWN }),
    selectUsernames(db(), [reporterId]),
    report.personId === null
      ? []
      : selectWaitingApprovals(db(), 1, { personId: report.personId, reader: operator.id }),
    getTranslations("office.report"),
    getTranslations("safety.report.grounds"),
  ]);
  const reporter = reporterId === null ? null : names.get(reporterId);
  const due = decidedAt ? dueAt : <Due at={dueAt} now={now()} />;
  const by = reporter ? <PersonLink username={reporter} /> : (report.name ?? t("unnamed"));
  return (
    <>
      <PageTitle title={t("titleOf", { reference })} />
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <div className="flex flex-col gap-4">
          <Card className="space-y-3">
            <CardTitle>{grounds(report.ground)}</CardTitle>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{report.text}</p>
            <Facts
              facts={[
                [t("due"), due],
                [t("sent"), createdAt],
                [t("decided"), decidedAt],
                [t("reporter"), by],
                [t("address"), report.email],
              ]}
            />
            <p className="text-sm text-muted-foreground">{t("secret")}</p>
          </Card>
          {found ? <SubjectCard subject={found} /> : <Card>{t("gone")}</Card>}
        </div>
        <Card className="space-y-3">
          <CardTitle>{t("decide")}</CardTitle>
          {waits && (
            <p className="rounded-lg bg-accent-soft p-3 text-accent-foreground">
              {t("waits")}{" "}
              <Link href={`/office/waiting#${waits.id}`} className="underline">
                {t("seeWaiting")}
              </Link>
            </p>
          )}
          {decidedAt ? (
            <>
              <p>{t("isDecided")}</p>
              {report.decisionId && (
                <Link href={`/office/decisions/${report.decisionId}`} className="underline">
                  {t("seeDecision")}
                </Link>
              )}
            </>
          ) : (
            <DecideForm kind={subject} id={subjectId} report={reference} />
          )}
        </Card>
      </div>
      <h2 className="mt-8 mb-3 text-lg font-semibold">{t("others")}</h2>
      <OfficeTable
        label={t("others")}
        rows={others}
        keyOf={({ id }) => id}
        empty={t("noOthers")}
        columns={[
          [
            t("reference"),
            (other) => (
              <Link href={`/office/reports/${other.reference}`} prefetch={false} className="underline">
                {other.reference}
              </Link>
            ),
          ],
          [t("ground"), (other) => grounds(other.ground)],
          [t("text"), (other) => other.text],
          [t("sent"), (other) => other.createdAt],
        ]}
      />
      <h2 className="mt-8 mb-3 text-lg font-semibold">{t("decisions")}</h2>
      <DecisionList rows={decided} empty={t("noDecisions")} />
    </>
  );
}
