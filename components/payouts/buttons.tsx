"use client";

import { Landmark, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/shared/action-button";
import { askPayoutAction, checkPayeeAction } from "@/lib/actions/payouts";

/** Has everything paid out that can be now. */
export function AskPayoutButton() {
  const t = useTranslations("gettingPaid.ask");
  return (
    <ActionButton
      className="w-full"
      act={() => askPayoutAction({})}
      done={t("done")}
      failed={{ title: t("failed") }}
      icon={<Landmark aria-hidden />}
      working={t("working")}
    >
      {t("button")}
    </ActionButton>
  );
}

/**
 * Asks the provider whether the person can be paid out; the page then shows what it answered. After a failed payout the
 * person says with it that their account is right, and it is tried again.
 */
export function CheckNowButton({ isRetry = false }: { isRetry?: boolean }) {
  const t = useTranslations("gettingPaid.check");
  return (
    <ActionButton
      variant="outline"
      act={() => checkPayeeAction({})}
      done={t("done")}
      failed={{ title: t("failed") }}
      icon={<RefreshCw aria-hidden />}
      working={t("working")}
    >
      {t(isRetry ? "again" : "button")}
    </ActionButton>
  );
}
