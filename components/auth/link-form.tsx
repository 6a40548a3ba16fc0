"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/shared/field";
import { PasswordInput } from "@/components/shared/password-input";
import { useFailureText } from "@/components/shared/use-failure-text";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { PAYOUT_HOLD_DAYS } from "@/lib/domain/accounts/rules";
import type { Me } from "@/lib/domain/users/schema";
import type { LinkPurpose } from "@/lib/ground/vocabulary";
import { ApiError, send } from "@/lib/web/http";
import { AccessCard } from "./access-card";
import { NextStep, type Step } from "./next-step";

const DEEDS: Record<LinkPurpose, { path: string; next: Step }> = {
  confirm_email: { path: "/api/auth/email/confirm", next: "home" },
  reset_password: { path: "/api/auth/password/reset", next: "home" },
  change_email: { path: "/api/auth/email/confirm", next: "home" },
  undo_email: { path: "/api/auth/email/undo", next: "login" },
};

type Props = { token: string; purpose: LinkPurpose; email: string; username: string };

/** Does what a link of a message is for, once its button is pressed: opening the page changes nothing. */
export function LinkForm({ token, purpose, email, username }: Props) {
  const t = useTranslations("access");
  const router = useRouter();
  const failureText = useFailureText();
  const [state, setState] = useState<"idle" | "sending" | "done" | "locked">("idle");
  const [error, setError] = useState<string>();
  const asksPassword = purpose === "reset_password";
  const values = { email, username, days: PAYOUT_HOLD_DAYS };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state !== "idle") return;
    const form = event.currentTarget;
    const password = String(new FormData(form).get("password") ?? "");
    setState("sending");
    setError(undefined);
    try {
      const body = { token, ...(asksPassword && { password }) };
      const { user } = await send<{ user: Me | null }>("POST", DEEDS[purpose].path, body);
      setState(asksPassword && user === null ? "locked" : "done");
    } catch (thrown) {
      setState("idle");
      const wrong = thrown instanceof ApiError ? thrown.fields.password : undefined;
      setError(wrong);
      if (wrong) form.querySelector("input")?.focus();
      else toast({ variant: "destructive", title: t("failed"), description: failureText(thrown) });
      // The page then says what became of the link.
      if (thrown instanceof ApiError && thrown.code === "TOKEN_INVALID") router.refresh();
    }
  }

  if (state === "locked") {
    return (
      <AccessCard isResult title={t("link.reset_password.doneTitle")} text={t("link.locked", values)}>
        <NextStep step="login" />
      </AccessCard>
    );
  }
  if (state === "done") {
    return (
      <AccessCard isResult title={t(`link.${purpose}.doneTitle`)} text={t(`link.${purpose}.done`, values)}>
        <NextStep step={DEEDS[purpose].next} />
      </AccessCard>
    );
  }
  return (
    <AccessCard title={t(`link.${purpose}.title`)} text={t(`link.${purpose}.text`, values)}>
      <form method="post" noValidate onSubmit={submit} className="space-y-4">
        {asksPassword && (
          <>
            {/* Password managers store the password under this name. */}
            <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
            <Field label={t("link.password")} hint={t("link.passwordHint")} error={error}>
              {(control) => <PasswordInput {...control} autoComplete="new-password" />}
            </Field>
          </>
        )}
        <Button type="submit" size="lg" className="w-full" disabled={state !== "idle"}>
          {t(state === "idle" ? `link.${purpose}.action` : "sending")}
        </Button>
      </form>
    </AccessCard>
  );
}
