"use client";

import { LoaderCircle, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { checkPayeeAction } from "@/lib/actions/payouts";

/**
 * Asks the provider whether the person can be paid out; the page then shows what it answered. After a failed payout the
 * person says with it that their account is right, and it is tried again.
 */
export function CheckNowButton({ isRetry = false }: { isRetry?: boolean }) {
  const t = useTranslations("gettingPaid.check");
  const { pending, run } = useAction();
  return (
    <Button
      variant="outline"
      aria-disabled={pending || undefined}
      onClick={() =>
        !pending &&
        run(() => checkPayeeAction({}), {
          done: { title: t("done"), variant: "success" },
          failed: { title: t("failed") },
        })
      }
    >
      {pending ? <LoaderCircle aria-hidden className="animate-spin" /> : <RefreshCw aria-hidden />}
      {t(pending ? "working" : isRetry ? "again" : "button")}
    </Button>
  );
}
