"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { checkBooksAction } from "@/lib/actions/office-desk";

type Findings = Extract<Awaited<ReturnType<typeof checkBooksAction>>, { ok: true }>["data"];

/** Checks the books and compares them with the providers now, and shows the rows that disagree. */
export function CheckBooks() {
  const t = useTranslations("office.check");
  const { pending, run } = useAction();
  const [findings, setFindings] = useState<Findings | null>(null);
  const check = () =>
    run(() => checkBooksAction({}), { failed: { title: t("failed") }, onDone: setFindings });
  return (
    <div className="space-y-3">
      <Button variant="outline" disabled={pending} onClick={check}>
        {t(pending ? "checking" : "button")}
      </Button>
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
