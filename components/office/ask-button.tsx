"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { askAction } from "@/lib/actions/office-desk";

type Answers = Extract<Awaited<ReturnType<typeof askAction>>, { ok: true }>["data"];

/** Asks the provider about a payment, a plan, a payout or a person's account, and says what it answered. */
export function AskButton({ reference, of }: { reference: string; of: "payment" | "payout" }) {
  const t = useTranslations("office.ask");
  const { pending, run } = useAction();
  const [answers, setAnswers] = useState<Answers>([]);
  const ask = () =>
    run(() => askAction({ reference, of }), { failed: { title: t("failed") }, onDone: setAnswers });
  return (
    <div className="space-y-2">
      <Button variant="outline" disabled={pending} onClick={ask}>
        {t(pending ? "asking" : "button")}
      </Button>
      <ul role="status" className="text-sm empty:hidden">
        {answers.map(({ id, before, after, answer }) => (
          <li key={id}>
            {before === after ? t("is", { after }) : t("was", { before, after })}
            {answer !== null && ` (${answer})`}
          </li>
        ))}
      </ul>
    </div>
  );
}
