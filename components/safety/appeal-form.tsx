"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextareaField } from "@/components/shared/field";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { appealAction } from "@/lib/actions/safety";

/** Appeals against a decision, folded until it is wanted. */
export function AppealForm({ id }: { id: string }) {
  const t = useTranslations("safety.decisions");
  const [isOpen, setOpen] = useState(false);
  const { pending, errors, submit } = useActionForm({
    act: ({ text = "" }) => appealAction({ id, text }),
    done: { title: t("sent") },
    failed: t("failed"),
  });

  if (!isOpen) {
    return (
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t("appeal")}
      </Button>
    );
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-3">
      <TextareaField
        label={t("appealText")}
        hint={t("appealHint")}
        error={errors.text}
        name="text"
        rows={5}
        maxLength={2000}
        autoFocus
      />
      <Button type="submit" pending={pending}>
        {t(pending ? "sending" : "send")}
      </Button>
    </form>
  );
}
