"use client";

import { useTranslations } from "next-intl";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { confirmAgainAction } from "@/lib/actions/access";

/** Sends the link that confirms the address once more. */
export function ConfirmAgain() {
  const t = useTranslations("security.email");
  const { pending, run } = useAction();
  return (
    <Button
      variant="outline"
      disabled={pending}
      onClick={() =>
        run(() => confirmAgainAction({}), {
          done: { variant: "success", title: t("sent") },
          failed: { title: t("failed") },
        })
      }
    >
      {t("again")}
    </Button>
  );
}
