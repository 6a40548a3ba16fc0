"use client";

import { Landmark, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { askPayoutAction } from "@/lib/actions/payouts";

/** Has everything paid out that can be now. */
export function AskPayoutButton() {
  const t = useTranslations("gettingPaid.ask");
  const { pending, run } = useAction();
  return (
    <Button
      className="w-full"
      aria-disabled={pending || undefined}
      onClick={() =>
        !pending &&
        run(() => askPayoutAction({}), {
          done: { title: t("done"), variant: "success" },
          failed: { title: t("failed") },
        })
      }
    >
      {pending ? <LoaderCircle aria-hidden className="animate-spin" /> : <Landmark aria-hidden />}
      {t(pending ? "working" : "button")}
    </Button>
  );
}
