"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/shared/field";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { appealAction } from "@/lib/actions/safety";

/** Appeals against a decision, folded until it is wanted. */
export function AppealForm({ id }: { id: string }) {
  const t = useTranslations("safety.decisions");
  const { pending, run } = useAction();
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("text") ?? "");
    run(() => appealAction({ id, text }), {
      done: { title: t("sent") },
      failed: { title: t("failed") },
      onFailed: (refusal) => setError(refusal?.fields?.text),
    });
  }

  if (!isOpen) {
    return (
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t("appeal")}
      </Button>
    );
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-3">
      <Field label={t("appealText")} hint={t("appealHint")} error={error}>
        {(control) => <Textarea {...control} name="text" rows={5} maxLength={2000} autoFocus />}
      </Field>
      <Button type="submit" disabled={pending}>
        {t(pending ? "sending" : "send")}
      </Button>
    </form>
  );
}
