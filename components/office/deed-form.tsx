"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { InputField, SelectField, TextareaField } from "@/components/shared/field";
import { useAction } from "@/components/shared/use-action";
import { typedInto } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import type { ActionResult } from "@/lib/web/action";
import type { Performed } from "@/lib/web/office";

/** What an operator fills in for a deed. */
export type DeedField = {
  name: string;
  label: string;
  hint?: string;
  kind: "line" | "lines" | "date" | "choice";
  options?: readonly { value: string; label: string }[];
  value?: string;
  max?: number;
};

export type DeedFormProps<I> = {
  action: (input: I, idempotencyKey?: string) => Promise<ActionResult<Performed>>;
  /** What the deed is about, which nobody types. */
  about: Partial<I>;
  fields?: readonly DeedField[];
  /** The button: what is done. */
  submit: string;
  variant?: "default" | "destructive" | "outline";
  /** Says to the operator alone why; left out where what is typed is the reason. */
  asksReason?: boolean;
};

/**
 * The form of a deed of the office, with its reason. It says that the deed is done, that it waits for a second operator
 * and where, or why it is refused; then it shows the page as it is now.
 */
export function DeedForm<I extends object>(props: DeedFormProps<I>) {
  const { action, about, fields = [], submit, variant = "default", asksReason = true } = props;
  const t = useTranslations("office.form");
  const router = useRouter();
  const { pending, run } = useAction();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const reason: DeedField = {
    name: "reason",
    label: t("reason"),
    hint: t("reasonHint"),
    kind: "line",
    max: 500,
  };

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const typed = typedInto(form);
    const input = { ...Object.fromEntries(new FormData(form)), ...about } as I;
    setProblems({});
    setRefusal(null);
    run((key) => action(input, key), {
      failed: { title: t("failed") },
      content: JSON.stringify(input),
      onDone: ({ waits }) => {
        if (typedInto(form) === typed) form.reset();
        if (waits === null) toast({ variant: "success", title: t("done") });
        else toast({ title: t("waits"), link: { label: t("waitsLink"), href: `/office/waiting#${waits}` } });
      },
      onFailed: (refused) => {
        setProblems(refused?.fields ?? {});
        if (refused?.code !== "REFUSED" && refused?.code !== "NOT_FOUND") return;
        setRefusal(refused.message);
        router.refresh();
      },
    });
  }

  return (
    <form method="post" noValidate onSubmit={send} className="space-y-4">
      {[...fields, ...(asksReason ? [reason] : [])].map((field) => (
        <DeedControl key={field.name} field={field} error={problems[field.name]} />
      ))}
      {refusal !== null && <p className="font-medium text-destructive">{refusal}</p>}
      <Button type="submit" variant={variant} pending={pending}>
        {pending ? t("sending") : submit}
      </Button>
    </form>
  );
}

function DeedControl({ field, error }: { field: DeedField; error: string | undefined }) {
  const { kind, options = [], value, max, ...around } = field;
  const common = { ...around, error, defaultValue: value };
  if (kind === "lines") return <TextareaField {...common} rows={5} maxLength={max} />;
  if (kind === "date") return <InputField {...common} type="date" />;
  if (kind === "line") return <InputField {...common} maxLength={max} autoComplete="off" />;
  return <SelectField {...common} options={options} />;
}
