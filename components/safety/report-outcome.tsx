import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import type { Report } from "@/lib/domain/safety/schema";
import { DAY_FORMAT } from "@/lib/ground/i18n/date-formats";

/** What became of a report, and by when somebody looks at it. */
export function ReportOutcome({ report, dueAt }: { report: Report; dueAt: Date }) {
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
