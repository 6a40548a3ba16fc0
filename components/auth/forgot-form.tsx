"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { EmailField } from "@/components/shared/email-field";
import { useSending } from "@/components/shared/use-sending";
import { Button } from "@/components/ui/button";
import { RESET_MINUTES } from "@/lib/domain/accounts/rules";
import { send } from "@/lib/web/http";
import { AccessCard } from "./access-card";

const PATHS = { forgot: "/api/auth/password/forgot", cancelPlan: "/api/subscriptions/cancel-link" } as const;

/** Asks for a link for a new password, or that cancels a plan. The answer is the same for every address. */
export function ForgotForm({ asks = "forgot" }: { asks?: keyof typeof PATHS }) {
  const t = useTranslations("access");
  const problems = useTranslations("errors.fields");
  const { sending, errors, refuse, run } = useSending(t("failed"));
  const [sentTo, setSentTo] = useState<string | null>(null);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const input = form.querySelector("input");
    if (!input || sending) return;
    const email = input.value.trim();
    if (email === "" || !input.validity.valid) return refuse(form, { email: problems("email") });
    void run(async () => {
      await send("POST", PATHS[asks], { email });
      setSentTo(email);
    }, form);
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
        <EmailField label={t(`${asks}.email`)} error={errors.email} />
        <Button type="submit" size="lg" className="w-full" pending={sending}>
          {t(sending ? "sending" : `${asks}.submit`)}
        </Button>
      </form>
    </AccessCard>
  );
}
