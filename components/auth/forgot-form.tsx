"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { EmailField } from "@/components/shared/email-field";
import { useFailureText } from "@/components/shared/use-failure-text";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { RESET_MINUTES } from "@/lib/domain/accounts/rules";
import { ApiError, send } from "@/lib/web/http";
import { AccessCard } from "./access-card";

const PATHS = { forgot: "/api/auth/password/forgot", cancelPlan: "/api/subscriptions/cancel-link" } as const;

/** Asks for a link for a new password, or that cancels a plan. The answer is the same for every address. */
export function ForgotForm({ asks = "forgot" }: { asks?: keyof typeof PATHS }) {
  const t = useTranslations("access");
  const problems = useTranslations("errors.fields");
  const failureText = useFailureText();
  const [sending, setSending] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [error, setError] = useState<string>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = event.currentTarget.querySelector("input");
    if (!input || sending) return;
    const email = input.value.trim();
    if (email === "" || !input.validity.valid) {
      setError(problems("email"));
      input.focus();
      return;
    }
    setError(undefined);
    setSending(true);
    try {
      await send("POST", PATHS[asks], { email });
      setSentTo(email);
    } catch (thrown) {
      const wrong = thrown instanceof ApiError ? thrown.fields.email : undefined;
      setError(wrong);
      if (wrong) input.focus();
      else toast({ variant: "destructive", title: t("failed"), description: failureText(thrown) });
    } finally {
      setSending(false);
    }
  }

  if (sentTo !== null) {
    const text = t(`${asks}.sent`, { email: sentTo, minutes: RESET_MINUTES });
    return (
      <AccessCard isResult title={t(`${asks}.sentTitle`)} text={text}>
        <Button variant="outline" className="w-full" onClick={() => setSentTo(null)}>
          {t(`${asks}.again`)}
        </Button>
      </AccessCard>
    );
  }
  return (
    <AccessCard title={t(`${asks}.title`)} text={t(`${asks}.text`)}>
      <form method="post" noValidate onSubmit={submit} className="space-y-4">
        <EmailField label={t(`${asks}.email`)} error={error} />
        <Button type="submit" size="lg" className="w-full" disabled={sending}>
          {t(sending ? "sending" : `${asks}.submit`)}
        </Button>
      </form>
    </AccessCard>
  );
}
