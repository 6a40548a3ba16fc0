import { findReportById } from "@/lib/domain/safety/queries";
import { message } from "../message";
import { ActionButton, Paragraph } from "../parts";

/** Confirms that a report arrived, with its deadline; a visitor gets the link with which they read the outcome. */
export const reportReceived = message({
  load: async (db, { cause, secret }) => {
    const report = await findReportById(db, cause);
    if (!report || report.state === "decided") return null;
    const { reference, dueAt } = report;
    return { reference, dueAt, path: `/reports/${reference}${secret === null ? "" : `?token=${secret}`}` };
  },
  body: ({ t, day }, { reference, dueAt, path }) => (
    <>
      <Paragraph>{t("report_received.text", { day: day(dueAt), reference })}</Paragraph>
      <Paragraph>{t("report_received.private")}</Paragraph>
      <ActionButton path={path}>{t("report_received.button")}</ActionButton>
    </>
  ),
});
