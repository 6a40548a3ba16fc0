"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { EmailField } from "@/components/shared/email-field";
import { InputField, SelectField, TextareaField } from "@/components/shared/field";
import { useSending } from "@/components/shared/use-sending";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { needsReporter } from "@/lib/domain/safety/rules";
import type { SentReport } from "@/lib/domain/safety/schema";
import { REPORT_GROUNDS, type ReportGround, type SafetySubject } from "@/lib/ground/vocabulary";
import { newAttempt } from "@/lib/web/attempt";
import { ApiError, send } from "@/lib/web/http";

type Props = {
  target: { kind: SafetySubject; id: string };
  /** Of a guest's receipt, for what donors alone see. */
  receiptToken?: string | undefined;
  isVisitor: boolean;
};

/** Reports a request or a person; a visitor says who they are, except for child abuse (safety.md, Report). */
export function ReportForm({ target, receiptToken, isVisitor }: Props) {
  const t = useTranslations("safety.report");
  const { sending, errors, run } = useSending(t("failed"));
  const [ground, setGround] = useState<ReportGround | "">("");
  const [sent, setSent] = useState<SentReport | null>(null);
  const [attempt] = useState(newAttempt);
  const faithError = useId();
  const asksWho = isVisitor && ground !== "" && needsReporter(ground);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const said = (name: string) => String(form.get(name) ?? "").trim() || undefined;
    const body = {
      target,
      receiptToken,
      ground: ground === "" ? undefined : ground,
      text: said("text") ?? "",
      goodFaith: form.get("goodFaith") === "on",
      ...(asksWho && { name: said("name"), email: said("email") }),
    };
    async function report() {
      const idempotencyKey = attempt.keyFor(JSON.stringify(body));
      setSent(await send<SentReport>("POST", "/api/reports", body, { idempotencyKey }));
    }
    void run(report, event.currentTarget, (error) => {
      if (error instanceof ApiError) attempt.refused(error.code);
      return undefined;
    });
  }

  if (sent) return <Sent sent={sent} isHelped={ground === "self_harm"} isVisitor={isVisitor} />;
  return (
    <Card className="space-y-4">
      <h1 className="text-2xl font-bold">{t("title", { kind: target.kind })}</h1>
      <p>{t("intro")}</p>
      <p className="text-muted-foreground">{t("private")}</p>
      <form method="post" noValidate onSubmit={submit} className="space-y-4">
        <SelectField
          label={t("ground")}
          error={errors.ground}
          name="ground"
          value={ground}
          onChange={({ target: { value } }) => setGround(value as ReportGround | "")}
          options={REPORT_GROUNDS.map((value) => ({ value, label: t(`grounds.${value}`) }))}
        >
          <option value="">{t("choose")}</option>
        </SelectField>
        {ground === "self_harm" && <p className="rounded-xl bg-accent-soft p-3">{t("help")}</p>}
        <TextareaField
          label={t("text")}
          hint={t("textHint")}
          error={errors.text}
          name="text"
          rows={5}
          maxLength={2000}
        />
        {asksWho && (
          <>
            <InputField
              label={t("name")}
              error={errors.name}
              name="name"
              autoComplete="name"
              maxLength={80}
            />
            <EmailField label={t("email")} hint={t("emailHint")} error={errors.email} />
          </>
        )}
        <div>
          <label className="flex min-h-11 items-start gap-3">
            <input
              type="checkbox"
              name="goodFaith"
              aria-invalid={errors.goodFaith ? true : undefined}
              aria-describedby={faithError}
              className="mt-1 size-5 shrink-0"
            />
            {t("goodFaith")}
          </label>
          <p id={faithError} aria-live="polite" className="font-medium text-destructive empty:hidden">
            {errors.goodFaith}
          </p>
        </div>
        <Button type="submit" size="lg" className="w-full" pending={sending}>
          {t(sending ? "sending" : "submit")}
        </Button>
      </form>
    </Card>
  );
}

type SentProps = { sent: SentReport; isHelped: boolean; isVisitor: boolean };

/** That it arrived, and where to see what becomes of it. */
function Sent({ sent: { reference, token }, isHelped, isVisitor }: SentProps) {
  const t = useTranslations("safety.report");
  const shell = useTranslations("shell");
  const path = `/reports/${reference}${token === undefined ? "" : `?token=${token}`}`;
  return (
    <Card className="space-y-4">
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()} className="text-2xl font-bold outline-none">
        {t("sentTitle")}
      </h1>
      <p>{t("sent", { reference })}</p>
      {isHelped && <p className="rounded-xl bg-accent-soft p-3">{t("help")}</p>}
      {token !== undefined && <p className="[overflow-wrap:anywhere]">{t("sentToken")}</p>}
      {(!isVisitor || token !== undefined) && (
        <Button asChild variant="outline" className="w-full">
          <Link href={path} prefetch={false}>
            {t("follow")}
          </Link>
        </Button>
      )}
      <Button asChild variant="link" className="w-full">
        <Link href="/">{shell("notFound.home")}</Link>
      </Button>
    </Card>
  );
}
