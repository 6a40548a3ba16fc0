"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/shared/field";
import { PasswordInput } from "@/components/shared/password-input";
import { Button } from "@/components/ui/button";
import { changePasswordAction } from "@/lib/actions/access";
import { useSecretForm } from "./use-secret-form";

/** Asks for the present password and a new one. */
export function PasswordForm() {
  const t = useTranslations("security.password");
  const { pending, errors, submit } = useSecretForm({
    act: ({ currentPassword = "", password = "" }: Record<string, string>) =>
      changePasswordAction({ currentPassword, password }),
    done: { variant: "success", title: t("changed"), description: t("text") },
    failed: t("failed"),
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4 pt-2">
      <Field label={t("current")} error={errors.currentPassword}>
        {(control) => <PasswordInput {...control} name="currentPassword" autoComplete="current-password" />}
      </Field>
      <Field label={t("new")} hint={t("newHint")} error={errors.password}>
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </Field>
      <Button type="submit" className="w-full" disabled={pending}>
        {t("submit")}
      </Button>
    </form>
  );
}
