"use client";

import { useTranslations } from "next-intl";
import { Question } from "@/components/shared/question";
import { useDialog } from "@/components/shared/use-dialog";
import { Button } from "@/components/ui/button";
import { withdrawAction } from "@/lib/actions/withdrawals";
import type { Purchase } from "@/lib/domain/withdrawals/schema";

/** `what` and `comesBack` as they are shown. */
type Props = { purchase: Purchase; what: string; comesBack: string };

/** Withdraws from a purchase, after saying what comes back and what ends. */
export function WithdrawButton({ purchase: { kind, id, used }, what, comesBack }: Props) {
  const t = useTranslations("profile.purchases");
  const toasts = useTranslations("toasts");
  const question = useDialog(() => document.getElementById("purchases"));
  return (
    <>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        aria-label={t("withdrawOf", { what })}
        onClick={question.opens(true)}
      >
        {t("withdraw")}
      </Button>
      {question.shown && (
        <Question
          title={t("dialog.title", { what })}
          text={t("dialog.back", { amount: comesBack })}
          cancel={t("dialog.keep")}
          confirm={t("dialog.confirm")}
          act={(key) => withdrawAction({ kind, id }, key)}
          done={{
            title: toasts("withdrawn.title"),
            description: toasts("withdrawn.text", { amount: comesBack }),
            variant: "success",
          }}
          failed={{ title: toasts("withdrawalError.title"), text: toasts("withdrawalError.text") }}
          {...question.props}
        >
          <p>{t(`dialog.${kind}`, { used })}</p>
        </Question>
      )}
    </>
  );
}
