import { useFormatter, useTranslations } from "next-intl";
import { NoPage } from "@/components/shell/no-page";
import { Card } from "@/components/ui/card";
import { db } from "@/db/client";
import { readReport } from "@/lib/domain/safety/queries";
import type { Report } from "@/lib/domain/safety/schema";
import { DAY_FORMAT } from "@/lib/ground/i18n/date-formats";
import { answerNotFound } from "@/lib/server/live/answer";
import { currentViewer } from "@/lib/web/session";
import { type Asked, HIDDEN, oncePerPage, titled } from "@/lib/web/titled";

type Props = PageProps<"/reports/[reference]">;

const reportOf = oncePerPage(async ({ reference, token }: Asked<Props>) =>
  readReport(db(), await currentViewer(), {
    reference,
    token: typeof token === "string" ? token : undefined,
  }),
);

/** The address may contain a visitor's token, which must not reach other sites. */
export const generateMetadata = titled("safety.outcome.title", HIDDEN, reportOf);

/** What became of a report, for who sent it (safety.md, Report). */
export default async function OutcomePage(props: Props) {
  const report = await reportOf(props);
  if (!report) {
    answerNotFound();
    return <NoPage />;
  }
  return <ReportOutcome report={report} dueAt={report.dueAt} />;
}

/** The state of a report, and by when it is reviewed. */
function ReportOutcome({ report, dueAt }: { report: Report; dueAt: Date }) {
  const t = useTranslations("safety.outcome");
  const said = useTranslations("safety.report");
  const mail = useTranslations("mail.report_decided");
  const format = useFormatter();
  const day = (at: string | Date) => format.dateTime(new Date(at), DAY_FORMAT);
  return (
    <Card className="space-y-3">
      <h1 className="text-2xl font-bold">{t("title")}</h1>
      <div className="text-muted-foreground">
        <p>{t("reference", { reference: report.reference })}</p>
        <p>{said(`grounds.${report.ground}`)}</p>
        <p>{t("sent", { day: day(report.createdAt) })}</p>
      </div>
      {report.decidedAt === null ? (
        <p>{t("open", { day: day(dueAt) })}</p>
      ) : (
        <>
          <p className="font-medium">{t("decided", { day: day(report.decidedAt) })}</p>
          <p>{mail("outcome", { measure: report.outcome ?? "none" })}</p>
        </>
      )}
    </Card>
  );
}
