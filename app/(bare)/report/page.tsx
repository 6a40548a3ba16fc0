import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ReportForm } from "@/components/safety/report-form";
import { ClientMessages } from "@/components/shared/client-messages";
import { db } from "@/db/client";
import { findTarget } from "@/lib/domain/safety/queries";
import { currentViewer } from "@/lib/web/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("safety.report");
  return { title: t("link"), robots: { index: false } };
}

/** Where somebody reports something, also without an account (safety.md, Report). */
export default async function ReportPage({ searchParams }: PageProps<"/report">) {
  const [viewer, { kind, id }] = await Promise.all([currentViewer(), searchParams]);
  if (kind !== "request" && kind !== "person" && kind !== "message") notFound();
  if (typeof id !== "string") notFound();
  const target = { kind, id } as const;
  const found = await findTarget(db(), viewer, target);
  if (!found || (viewer && found.personId === viewer.id)) notFound();
  return (
    <ClientMessages namespaces={["safety.report"]}>
      <ReportForm target={target} isVisitor={viewer === null} />
    </ClientMessages>
  );
}
