import { useTranslations } from "next-intl";
import { Card, CardTitle } from "@/components/ui/card";
import type { AccountAccess } from "@/lib/domain/accounts/types";
import { PasswordForm } from "./password-form";
import { SendLinkButton } from "./send-link-button";

/** The password: how to change it, or to get a first one. */
export function PasswordSection({ access: { hasPassword } }: { access: AccountAccess }) {
  const t = useTranslations("security.password");
  return (
    <Card className="space-y-4">
      <CardTitle>{t("title")}</CardTitle>
      <p>{t(hasPassword ? "text" : "none")}</p>
      {hasPassword ? (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold">{t("change")}</summary>
          <PasswordForm />
        </details>
      ) : (
        <SendLinkButton link="password" />
      )}
    </Card>
  );
}
