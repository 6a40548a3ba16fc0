"use client";

import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { useFailureText } from "@/components/shared/use-failure-text";
import { toast } from "@/components/ui/toast-store";
import type { ActionResult } from "@/lib/web/action";

/** Runs a marking; the page then shows itself anew. */
export function useMark(): [pending: boolean, mark: (run: () => Promise<ActionResult<unknown>>) => void] {
  const t = useTranslations("notifications");
  const failureText = useFailureText();
  const [pending, startTransition] = useTransition();
  const fail = (description: string) =>
    toast({ variant: "destructive", title: t("markFailed"), description });
  return [
    pending,
    (run) =>
      startTransition(async () => {
        try {
          const result = await run();
          if (!result.ok) fail(result.message);
        } catch (error) {
          fail(failureText(error));
        }
      }),
  ];
}
