"use client";

import { Check, CheckCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { markAllReadAction, markReadAction } from "@/lib/actions/messages";

export function MarkReadButton({ id, about }: { id: string; about: string }) {
  const t = useTranslations("notifications");
  const { pending, run } = useAction();
  return (
    <Button
      variant="ghost"
      size="icon"
      title={t("markRead")}
      aria-label={t("markReadOf", { about })}
      disabled={pending}
      onClick={() => run(() => markReadAction({ id }), { failed: { title: t("markFailed") } })}
      className="relative z-10 -my-2 ml-auto"
    >
      <Check aria-hidden />
    </Button>
  );
}

export function MarkAllButton() {
  const t = useTranslations("notifications");
  const { pending, run } = useAction();
  return (
    <Button
      variant="ghost"
      size="sm"
      disabled={pending}
      onClick={() => run(() => markAllReadAction({}), { failed: { title: t("markFailed") } })}
    >
      <CheckCheck aria-hidden />
      {t("markAllRead")}
    </Button>
  );
}
