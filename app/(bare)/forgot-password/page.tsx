import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ForgotForm } from "@/components/auth/forgot-form";
import { NextStep } from "@/components/auth/next-step";
import { ClientMessages } from "@/components/shared/client-messages";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("access.forgot");
  return { title: t("title"), robots: { index: false } };
}

/** Where people ask for a link for a new password (mail-and-access.md, Accounts). */
export default function ForgotPasswordPage() {
  return (
    <ClientMessages namespaces={["access.forgot", "access.failed", "access.sending"]}>
      <div className="space-y-4">
        <ForgotForm />
        <NextStep step="login" isSecond />
      </div>
    </ClientMessages>
  );
}
