import { ReportForm } from "@/components/safety/report-form";
import { ClientMessages } from "@/components/shared/client-messages";
import { NoPage } from "@/components/shell/no-page";
import { db } from "@/db/client";
import { readReceiptToken } from "@/lib/domain/given/receipt-token";
import { findTarget } from "@/lib/domain/safety/send-report";
import { SAFETY_SUBJECTS } from "@/lib/ground/vocabulary";
import { answerNotFound } from "@/lib/server/live/answer";
import { currentViewer } from "@/lib/web/session";
import { titled } from "@/lib/web/titled";

export const generateMetadata = titled("safety.report.link", { robots: { index: false } });

/** Where somebody reports something, also without an account (safety.md, Report). */
export default async function ReportPage({ searchParams }: PageProps<"/report">) {
  const [viewer, { kind: asked, id, receipt }] = await Promise.all([currentViewer(), searchParams]);
  const kind = SAFETY_SUBJECTS.find((each) => each === asked);
  const target = kind && typeof id === "string" ? { kind, id } : null;
  const receiptToken = typeof receipt === "string" ? receipt : undefined;
  const guestId = receiptToken === undefined ? null : readReceiptToken(receiptToken);
  const found = target && (await findTarget(db(), { viewer, guestId }, target));
  if (!found || (viewer && found.personId === viewer.id)) {
    answerNotFound();
    return <NoPage />;
  }
  return (
    <ClientMessages namespaces={["safety.report"]}>
      <ReportForm target={target} receiptToken={receiptToken} isVisitor={viewer === null} />
    </ClientMessages>
  );
}
