"use client";

import { useTranslations } from "next-intl";
import { saveFile } from "@/components/shared/save-file";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { booksAction } from "@/lib/actions/office-desk";

/** Saves the books of a month for a spreadsheet program. */
export function DownloadBooks({ month }: { month: string }) {
  const t = useTranslations("office.check");
  const { pending, run } = useAction();
  const save = () =>
    run(() => booksAction({ month }), {
      failed: { title: t("failed") },
      onDone: (file) => saveFile({ ...file, type: "text/csv" }),
    });
  return (
    <Button variant="outline" disabled={pending} onClick={save}>
      {t(pending ? "checking" : "csv")}
    </Button>
  );
}
