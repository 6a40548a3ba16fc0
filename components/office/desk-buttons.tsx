"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActionButton } from "@/components/shared/action-button";
import { saveFile } from "@/components/shared/save-file";
import { askAction, booksAction, checkBooksAction } from "@/lib/actions/office-desk";

/** What an action answers when it succeeds. */
type DataOf<A extends (input: never) => Promise<unknown>> = Extract<
  Awaited<ReturnType<A>>,
  { ok: true; data: unknown }
>["data"];

/** Where the names of the states are, which are those of the pages. */
const STATES = {
  payment: "payment.paymentState",
  step: "payouts.stepState",
  account: "money.payee",
} as const;

/** Asks the provider about a payment, a step of a payout or a person's account, and says what it answered. */
export function AskButton({ reference, of }: { reference: string; of: keyof typeof STATES }) {
  const t = useTranslations("office.ask");
  const office = useTranslations("office");
  const named = (state: string) => office(`${STATES[of]}.${state}` as "payment.paymentState.pending");
  const [answers, setAnswers] = useState<DataOf<typeof askAction>>([]);
  return (
    <div className="space-y-2">
      <ActionButton
        variant="outline"
        act={() => askAction({ reference, of: of === "payment" ? "payment" : "payout" })}
        onDone={setAnswers}
        failed={{ title: t("failed") }}
        working={t("asking")}
      >
        {t("button")}
      </ActionButton>
      <ul role="status" className="text-sm empty:hidden">
        {answers.map(({ id, before, after, answer }) => (
          <li key={id}>
            {before === after
              ? t("is", { after: named(after) })
              : t("was", { before: named(before), after: named(after) })}
            {answer !== null && " "}
            {answer !== null && <span lang="en">({answer})</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Checks the books and compares them with the providers now, and shows the rows that disagree. */
export function CheckBooks() {
  const t = useTranslations("office.check");
  const [findings, setFindings] = useState<DataOf<typeof checkBooksAction> | null>(null);
  return (
    <div className="space-y-3">
      <ActionButton
        variant="outline"
        act={() => checkBooksAction({})}
        onDone={setFindings}
        failed={{ title: t("failed") }}
        working={t("checking")}
      >
        {t("button")}
      </ActionButton>
      <div role="status" className="space-y-3 empty:hidden">
        {findings?.every(({ kind }) => kind === "concerns") && <p className="font-medium">{t("agree")}</p>}
        {findings?.map(({ kind, check: name, rows }) => (
          <div key={name}>
            <p className="font-medium">
              {t(kind)}: <span lang="en">{name}</span>
            </p>
            <ul className="text-sm [overflow-wrap:anywhere]">
              {rows.map((row) => (
                <li key={row} lang="en" className="font-mono">
                  {row}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Saves the books of a month for a spreadsheet program. */
export function DownloadBooks({ month }: { month: string }) {
  const t = useTranslations("office.check");
  return (
    <ActionButton
      variant="outline"
      act={() => booksAction({ month })}
      onDone={(file) => saveFile({ ...file, type: "text/csv" })}
      failed={{ title: t("failed") }}
      working={t("checking")}
    >
      {t("csv")}
    </ActionButton>
  );
}
