import { ReportForm } from "@/components/safety/report-form";
import { ClientMessages } from "@/components/shared/client-messages";
import { NoPage } from "@/components/shell/no-page";
import { db } from "@/db/client";
import { readReceiptToken } from "@/lib/domain/given/receipt-token";
import { findTarget } from "@/lib/domain/safety/send-report";
import { SAFETY_SUBJECTS } from "@/lib/ground/vocabulary";
import { answerNotFound } from "@/lib/server/live/answer";
import { currentViewer } from "@/lib/web/session";
import { type Asked, oncePerPage, titled } from "@/lib/web/titled";

type Props = PageProps<"/report">;

/** What is to be reported; null where that cannot be done. */
const reportableOf = oncePerPage(async ({ kind: asked, id, receipt }: Asked<Props>) => {
  const viewer = await currentViewer();
  const kind = SAFETY_SUBJECTS.find((each) => each === asked);
  if (!kind || typeof id !== "string") return null;
  const receiptToken = typeof receipt === "string" ? receipt : undefined;
  const guestId = receiptToken === undefined ? null : readReceiptToken(receiptToken);
  const found = await findTarget(db(), { viewer, guestId }, { kind, id });
  if (!found || (viewer && found.personId === viewer.id)) return null;
  return { target: { kind, id }, receiptToken, isVisitor: viewer === null };
});

export const generateMetadata = titled("safety.report.link", { robots: { index: false } }, reportableOf);

/** Where somebody reports something, also without an account (safety.md, Report). */
export default async function ReportPage(props: Props) {
  const reportable = await reportableOf(props);
  if (!reportable) {
    answerNotFound();
    return <NoPage />;
  }
  return (
    <ClientMessages namespaces={["safety.report"]}>
      <ReportForm {...reportable} />
    </ClientMessages>
  );
}
