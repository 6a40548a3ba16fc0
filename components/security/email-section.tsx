import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card, CardTitle } from "@/components/ui/card";
import type { AccountAccess } from "@/lib/domain/accounts/types";
import { EmailForm } from "./email-form";
import { SendLinkButton } from "./send-link-button";

/** The account's address, whether it is proven, and how to change it. */
export function EmailSection({ access }: { access: AccountAccess }) {
  const t = useTranslations("security.email");
  const { email, isProven, isTrusted, isBounced, pendingEmail } = access;
  const isSettled = isProven && isTrusted;
  const unsettled = isProven ? "untrusted" : "unproven";
  const state = isBounced ? "bounced" : isSettled ? "proven" : unsettled;
  const Icon = isSettled ? CircleCheck : CircleAlert;
  return (
    <Card className="space-y-4">
      <CardTitle>{t("title")}</CardTitle>
      {email === null ? (
        <p>{t("none")}</p>
      ) : (
        <div className="space-y-1">
          <p className="font-medium [overflow-wrap:anywhere]">{email}</p>
          <p className="flex items-start gap-2 text-sm">
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t(`state.${state}`)}
          </p>
        </div>
      )}
      {email !== null && !isSettled && <SendLinkButton link="confirm" />}
      {pendingEmail !== null && (
        <p className="text-sm [overflow-wrap:anywhere]">{t("pending", { email: pendingEmail })}</p>
      )}
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold">{t("change")}</summary>
        <EmailForm />
      </details>
    </Card>
  );
}
