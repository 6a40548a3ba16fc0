"use client";

import { useTranslations } from "next-intl";
import { EmailInput } from "@/components/shared/email-input";
import { Field } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { changeEmailAction } from "@/lib/actions/access";
import { useSecretForm } from "./use-secret-form";

/** Asks for a new address. */
export function EmailForm() {
  const t = useTranslations("security.email");
  const { pending, errors, submit } = useSecretForm({
    act: ({ email = "" }: Record<string, string>) => changeEmailAction({ email }),
    done: { variant: "success", title: t("sent"), description: t("newHint") },
    failed: t("failed"),
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4 pt-2">
      <Field label={t("new")} hint={t("newHint")} error={errors.email}>
        {(control) => <EmailInput {...control} />}
      </Field>
      <Button type="submit" className="w-full" disabled={pending}>
        {t("submit")}
      </Button>
    </form>
  );
}
