import { findReportById } from "@/lib/domain/safety/queries";
import { message } from "../message";
import { Paragraph, Title } from "../parts";

/** What was decided about a report, for who sent it. It names nothing that they did not see. */
export const reportDecided = message({
  load: async (db, { cause }) => {
    const report = await findReportById(db, cause);
    return report?.outcome ? { measure: report.outcome, reference: report.reference } : null;
  },
  subject: ({ t }) => t("report_decided.subject"),
  preview: ({ t }) => t("report_decided.preview"),
  body: ({ t }, { measure, reference }) => (
    <>
      <Title>{t("report_decided.subject")}</Title>
      <Paragraph>{t("report_decided.outcome", { measure })}</Paragraph>
      <Paragraph>{t("report_decided.text", { reference })}</Paragraph>
    </>
  ),
  path: () => "/notifications",
});
