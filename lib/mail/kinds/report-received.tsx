import { findReportById } from "@/lib/domain/safety/queries";
import { message } from "../message";
import { ActionButton, Paragraph, Title } from "../parts";
import { reportPath } from "../report-path";

/** Confirms that a report arrived, with its deadline; a visitor gets the link with which they read the outcome. */
export const reportReceived = message({
  load: async (db, { cause, secret }) => {
    const report = await findReportById(db, cause);
    if (!report || report.state === "decided") return null;
    return { reference: report.reference, dueAt: report.dueAt, path: reportPath(report.reference, secret) };
  },
  subject: ({ t }) => t("report_received.subject"),
  preview: ({ t }) => t("report_received.preview"),
  body: ({ t, day }, { reference, dueAt, path }) => (
    <>
      <Title>{t("report_received.subject")}</Title>
      <Paragraph>{t("report_received.text", { day: day(dueAt), reference })}</Paragraph>
      <Paragraph>{t("report_received.private")}</Paragraph>
      <ActionButton path={path}>{t("report_received.button")}</ActionButton>
    </>
  ),
});
