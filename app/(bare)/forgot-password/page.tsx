import { ForgotForm } from "@/components/auth/forgot-form";
import { NextStep } from "@/components/auth/next-step";
import { ClientMessages } from "@/components/shared/client-messages";
import { titled } from "@/lib/web/titled";

export const generateMetadata = titled("access.forgot.title", { robots: { index: false } });

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
