import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ReportOutcome } from "@/components/safety/report-outcome";
import { db } from "@/db/client";
import { readReport } from "@/lib/domain/safety/queries";
import { currentViewer } from "@/lib/web/session";

/** The address may contain a visitor's token, which must not reach other sites. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("safety.outcome");
  return { title: t("title"), referrer: "no-referrer", robots: { index: false } };
}

/** What became of a report, for who sent it (safety.md, Report). */
export default async function OutcomePage({ params, searchParams }: PageProps<"/reports/[reference]">) {
  const [viewer, { reference }, { token }] = await Promise.all([currentViewer(), params, searchParams]);
  const asked = { reference, token: typeof token === "string" ? token : undefined };
  const report = await readReport(db(), viewer, asked);
  if (!report) notFound();
  return <ReportOutcome report={report} dueAt={report.dueAt} />;
}
