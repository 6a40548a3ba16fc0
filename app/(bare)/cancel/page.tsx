import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ForgotForm } from "@/components/auth/forgot-form";
import { ClientMessages } from "@/components/shared/client-messages";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("access.cancelPlan");
  return { title: t("title"), robots: { index: false } };
}

/** Where a plan is cancelled without signing in, by a link (safety.md, Buying). */
export default function CancelPage() {
  return (
    <ClientMessages namespaces={["access.cancelPlan", "access.failed", "access.sending"]}>
      <ForgotForm asks="cancelPlan" />
    </ClientMessages>
  );
}
