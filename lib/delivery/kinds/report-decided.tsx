import { findReportById } from "@/lib/domain/safety/queries";
import { message } from "../message";
import { Paragraph } from "../parts";

/** What was decided about a report, for who sent it. It names nothing that they did not see. */
export const reportDecided = message({
  load: async (db, { cause }) => {
    const report = await findReportById(db, cause);
    return report?.outcome ? { measure: report.outcome, reference: report.reference } : null;
  },
  body: ({ t }, { measure, reference }) => (
    <>
      <Paragraph>{t("report_decided.outcome", { measure })}</Paragraph>
      <Paragraph>{t("report_decided.text", { reference })}</Paragraph>
    </>
  ),
});
