"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { endOtherSessionsAction, endSessionAction } from "@/lib/actions/security";

/** Ends one of the person's other sessions. */
export function EndSessionButton({ id, device }: { id: string; device: string }) {
  const t = useTranslations("security.sessions");
  const { pending, run } = useAction();
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={t("endOf", { device })}
      aria-disabled={pending || undefined}
      onClick={() =>
        !pending &&
        run(() => endSessionAction({ id }), {
          done: { title: t("ended"), variant: "success" },
          failed: { title: t("failed") },
        })
      }
    >
      {pending && <LoaderCircle aria-hidden className="animate-spin" />}
      {t("end")}
    </Button>
  );
}

/** Ends all sessions of the person but this one. */
export function EndOthersButton() {
  const t = useTranslations("security.sessions");
  const { pending, run } = useAction();
  return (
    <Button
      variant="outline"
      className="w-full sm:w-auto"
      aria-disabled={pending || undefined}
      onClick={() =>
        !pending &&
        run(() => endOtherSessionsAction({}), {
          done: { title: t("ended"), variant: "success" },
          failed: { title: t("failed") },
        })
      }
    >
      {pending && <LoaderCircle aria-hidden className="animate-spin" />}
      {t("endOthers")}
    </Button>
  );
}
