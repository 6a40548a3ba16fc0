"use client";

import { useTranslations } from "next-intl";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { sendPasswordLinkAction } from "@/lib/actions/access";

/** Sends a link with which somebody who only uses Google chooses a first password. */
export function ChoosePassword() {
  const t = useTranslations("security");
  const { pending, run } = useAction();
  return (
    <Button
      variant="outline"
      disabled={pending}
      onClick={() =>
        run(() => sendPasswordLinkAction({}), {
          done: { variant: "success", title: t("email.sent") },
          failed: { title: t("email.failed") },
        })
      }
    >
      {t("password.choose")}
    </Button>
  );
}
