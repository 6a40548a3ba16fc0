import { ForgotForm } from "@/components/auth/forgot-form";
import { ClientMessages } from "@/components/shared/client-messages";
import { titled } from "@/lib/web/titled";

export const generateMetadata = titled("access.cancelPlan.title", { robots: { index: false } });

/** Where a plan is cancelled without signing in, by a link (safety.md, Buying). */
export default function CancelPage() {
  return (
    <ClientMessages namespaces={["access.cancelPlan", "access.failed", "access.sending"]}>
      <ForgotForm asks="cancelPlan" />
    </ClientMessages>
  );
}
