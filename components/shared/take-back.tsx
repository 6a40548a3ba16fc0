"use client";

import { Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { takeBackAction } from "@/lib/actions/donations";
import { send } from "@/lib/web/http";
import { DateText } from "./dates";
import { Question } from "./question";
import { useDialog } from "./use-dialog";

type Props = {
  donationId: string;
  /** Of a guest's receipt, instead of a session. */
  receiptToken?: string;
  /** Until when it can be taken back. */
  until: string;
};

/** Says that a donation can be taken back, and takes it back after a question (giving.md, Take back). */
export function TakeBack({ donationId, receiptToken, until }: Props) {
  const t = useTranslations("takeBack");
  const router = useRouter();
  const question = useDialog();

  async function byReceipt() {
    const data = await send("POST", `/api/gifts/${donationId}/take-back`, { receiptToken });
    router.refresh();
    return { ok: true as const, data };
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4 text-muted-foreground">
      <p className="min-w-0 flex-1 basis-48">{t.rich("until", { date: () => <DateText value={until} /> })}</p>
      <Button variant="outline" aria-haspopup="dialog" onClick={question.opens(true)}>
        <Undo2 aria-hidden />
        {t("button")}
      </Button>
      {question.shown && (
        <Question
          title={t("title")}
          text={t("text")}
          cancel={t("keep")}
          confirm={t("button")}
          isKeepingStronger
          act={receiptToken === undefined ? (key) => takeBackAction({ donationId }, key) : byReceipt}
          done={{ title: t("done"), variant: "success" }}
          failed={{ title: t("failed") }}
          isOverWhenRefused
          {...question.props}
        />
      )}
    </div>
  );
}
