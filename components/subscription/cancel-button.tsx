"use client";

import { useTranslations } from "next-intl";
import { DateText } from "@/components/shared/dates";
import { Question } from "@/components/shared/question";
import { useDialog } from "@/components/shared/use-dialog";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { cancelSubscriptionAction } from "@/lib/actions/subscriptions";
import { keptUntil } from "@/lib/domain/subscriptions/rules";
import { isPaid } from "@/lib/ground/tiers";
import type { Plan } from "./plan-status";

/** Cancels a subscription, after a question that says what stays until when (D11); nothing where there is none. */
export function CancelButton({ plan, className }: { plan: Plan; className?: string }) {
  const t = useTranslations("subscription");
  const tiers = useTranslations("common.tier");
  const toasts = useTranslations("toasts");
  const question = useDialog();
  const { subscriptionTier, subscriptionCancelled: cancelled, subscriptionExpiry: expiry } = plan;
  const until = keptUntil(expiry === null ? null : new Date(expiry), new Date());
  const tier = tiers(subscriptionTier);
  if (!isPaid(subscriptionTier) || (cancelled && !question.shown)) return null;
  return (
    <>
      {!cancelled && (
        <Button
          variant="ghost"
          className={cn("text-destructive", className)}
          aria-haspopup="dialog"
          onClick={question.opens(true)}
        >
          {t("cancel")}
        </Button>
      )}
      {question.shown && (
        <Question
          title={t("cancelDialog.title", { tier })}
          text={
            until === null
              ? t("cancelDialog.charge")
              : t.rich("cancelDialog.keepUntil", {
                  tier,
                  date: () => <DateText value={until.toISOString()} />,
                })
          }
          cancel={t("cancelDialog.keep", { tier })}
          confirm={t("cancelDialog.confirm")}
          working={t("cancelDialog.cancelling")}
          destructive
          act={(key) => cancelSubscriptionAction({}, key)}
          done={{
            title: toasts("subscriptionCancelled.title"),
            description: toasts("subscriptionCancelled.text"),
            variant: "success",
          }}
          failed={{ title: toasts("cancellationError.title"), text: toasts("cancellationError.text") }}
          {...question.props}
        >
          <p>
            {until !== null && `${t("cancelDialog.charge")} `}
            {t("cancelDialog.after")}
          </p>
        </Question>
      )}
    </>
  );
}
