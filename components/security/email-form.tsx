"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/shared/field";
import { PasswordInput } from "@/components/shared/password-input";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { changeEmailAction } from "@/lib/actions/access";
import { useSecretForm } from "./use-secret-form";

/** Asks for a new address, and for the password or a new sign-in with Google. */
export function EmailForm({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslations("security");
  const auth = useTranslations("auth");
  const { pending, errors, submit } = useSecretForm({
    act: ({ email = "", password = "" }: Record<string, string>) => changeEmailAction({ email, password }),
    done: { variant: "success", title: t("email.sent"), description: t("email.newHint") },
    failed: t("email.failed"),
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4 pt-2">
      {!hasPassword && (
        <div className="space-y-2">
          <p>{t("email.google")}</p>
          <Button asChild variant="outline">
            <a href="/api/auth/google?fresh=1&next=/settings/security">{auth("google")}</a>
          </Button>
        </div>
      )}
      <Field label={t("email.new")} hint={t("email.newHint")} error={errors.email}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
          />
        )}
      </Field>
      {hasPassword && (
        <Field label={t("password.current")} error={errors.password}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </Field>
      )}
      <Button type="submit" className="w-full" disabled={pending}>
        {t("email.submit")}
      </Button>
    </form>
  );
}
