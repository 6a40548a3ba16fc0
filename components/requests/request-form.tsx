"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useRef, useState, useTransition } from "react";
import { decimalText } from "@/components/donate/decimal-text";
import { Waiting } from "@/components/donate/waiting";
import { Field } from "@/components/shared/field";
import { useMoney } from "@/components/shared/money";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast-store";
import { createRequestAction } from "@/lib/actions/requests";
import { DESCRIPTION_MAX, ITEM_MAX } from "@/lib/domain/requests/rules";
import { ERROR_STATUS } from "@/lib/errors";
import { FEE_BASIS_POINTS } from "@/lib/money";
import { newAttempt } from "@/lib/web/attempt";
import { type Blocker, CreateBlocker } from "./create-blocker";
import { readDraft } from "./draft";

type Failed = Extract<Awaited<ReturnType<typeof createRequestAction>>, { ok: false }>;
type Fields = { item?: string; goal?: string; description?: string };

type Props = {
  /** The highest goal of the person's tier, in cents (D7). */
  goalLimit: number;
  /** How many requests may be active (D8). */
  activeLimit: number;
  blocker: Blocker | null;
};

const FIELDS = ["item", "goal", "description"] as const;

/** Asks for something (specification 2, Create Request). What was typed stays after an error. */
export function RequestForm({ goalLimit, activeLimit, blocker: known }: Props) {
  const t = useTranslations("request.create");
  const problems = useTranslations("errors.fields");
  const locale = useLocale();
  const money = useMoney();
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [attempt] = useState(newAttempt);
  const [errors, setErrors] = useState<Fields>({});
  const [met, setMet] = useState<Blocker | null>(null);
  const [lengths, setLengths] = useState({ item: 0, description: 0 });
  const [pending, startTransition] = useTransition();
  const blocker = met ?? known;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const draft = readDraft(new FormData(event.currentTarget), goalLimit);
    if ("problems" in draft) {
      const { item, goal, description } = draft.problems;
      showErrors({
        ...(item && { item: problems(item) }),
        ...(goal && { goal: problems(goal) }),
        ...(description && { description: problems(description) }),
      });
      toast({ title: t("invalidTitle"), description: t("invalidText"), variant: "destructive" });
      return;
    }
    setErrors({});
    setMet(null);
    const key = attempt.keyFor(JSON.stringify(draft.input));
    startTransition(async () => {
      const result = await createRequestAction(draft.input, key).catch(() => null);
      if (!result) {
        toast({ title: t("failedTitle"), description: t("failedText"), variant: "destructive" });
      } else if (result.ok) {
        toast({
          title: t("doneTitle"),
          description: t("doneText", { item: result.data.item }),
          variant: "success",
        });
        router.push("/");
      } else {
        refuse(result);
      }
    });
  }

  function refuse({ code, message, fields = {} }: Failed) {
    if (ERROR_STATUS[code] < 500) attempt.settled();
    showErrors(fields);
    if (
      code === "PAYMENT_METHOD_REQUIRED" ||
      code === "PAYMENT_DETAILS_REQUIRED" ||
      code === "MAX_REQUESTS_REACHED"
    ) {
      setMet(code);
      form.current?.scrollIntoView({ block: "start" });
    }
    const told =
      code === "UNAUTHENTICATED" ? t("login") : ERROR_STATUS[code] >= 500 ? t("failedText") : message;
    toast({
      title: t(code === "VALIDATION_ERROR" ? "invalidTitle" : "failedTitle"),
      description: told,
      variant: "destructive",
    });
  }

  function showErrors(found: Fields) {
    setErrors(found);
    const first = FIELDS.find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="flex scroll-mt-24 flex-col gap-5">
      {blocker && <CreateBlocker blocker={blocker} limit={activeLimit} />}
      <Field
        label={t("item")}
        hint={<Hint text={t("itemHint")} counter={counter(lengths.item, ITEM_MAX)} />}
        error={errors.item}
      >
        {(control) => (
          <Input
            {...control}
            name="item"
            required
            maxLength={ITEM_MAX}
            autoComplete="off"
            onChange={({ target }) => setLengths((before) => ({ ...before, item: target.value.length }))}
          />
        )}
      </Field>
      <Field label={t("amount")} hint={t("amountHint", { limit: money(goalLimit) })} error={errors.goal}>
        {(control) => (
          <Input
            {...control}
            name="goal"
            required
            inputMode="decimal"
            autoComplete="off"
            maxLength={15}
            placeholder={decimalText(2_500, locale)}
            className="tabular-nums"
          />
        )}
      </Field>
      <Field
        label={t("description")}
        hint={<Hint text={t("descriptionHint")} counter={counter(lengths.description, DESCRIPTION_MAX)} />}
        error={errors.description}
      >
        {(control) => (
          <Textarea
            {...control}
            name="description"
            required
            rows={5}
            maxLength={DESCRIPTION_MAX}
            onChange={({ target }) =>
              setLengths((before) => ({ ...before, description: target.value.length }))
            }
          />
        )}
      </Field>
      <p className="text-muted-foreground">{t("payout", { percent: FEE_BASIS_POINTS / 100 })}</p>
      {pending && <Waiting text={t("submitting")} later={t("submitting")} />}
      <Button type="submit" size="lg" disabled={pending}>
        {t("submit")}
      </Button>
    </form>
  );

  function counter(used: number, max: number): string {
    return t("counter", { used, max });
  }
}

function Hint({ text, counter }: { text: string; counter: string }) {
  return (
    <span className="flex flex-wrap justify-between gap-x-3">
      <span>{text}</span>
      <span className="tabular-nums">{counter}</span>
    </span>
  );
}
