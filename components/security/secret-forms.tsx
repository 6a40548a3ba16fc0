"use client";

import { useTranslations } from "next-intl";
import { EmailField } from "@/components/shared/email-field";
import { PasswordField } from "@/components/shared/password-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { changeEmailAction, changePasswordAction } from "@/lib/actions/access";

/** Asks for the present password and a new one. */
export function PasswordForm() {
  const t = useTranslations("security.password");
  const { pending, errors, submit } = useActionForm({
    act: ({ currentPassword = "", password = "" }) => changePasswordAction({ currentPassword, password }),
    done: { variant: "success", title: t("changed"), description: t("text") },
    failed: t("failed"),
    end: (form) => form.reset(),
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4 pt-2">
      <PasswordField
        label={t("current")}
        error={errors.currentPassword}
        name="currentPassword"
        autoComplete="current-password"
      />
      <PasswordField
        label={t("new")}
        hint={t("newHint")}
        error={errors.password}
        autoComplete="new-password"
      />
      <Button type="submit" className="w-full" pending={pending}>
        {t("submit")}
      </Button>
    </form>
  );
}

/** Asks for a new address. */
export function EmailForm() {
  const t = useTranslations("security.email");
  const { pending, errors, submit } = useActionForm({
    act: ({ email = "" }) => changeEmailAction({ email }),
    done: { variant: "success", title: t("sent"), description: t("newHint") },
    failed: t("failed"),
    end: (form) => form.reset(),
    isRepeatable: true,
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4 pt-2">
      <EmailField label={t("new")} hint={t("newHint")} error={errors.email} />
      <Button type="submit" className="w-full" pending={pending}>
        {t("submit")}
      </Button>
    </form>
  );
}
