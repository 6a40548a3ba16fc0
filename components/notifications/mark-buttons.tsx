"use client";

import { Check, CheckCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/shared/action-button";
import { markAllReadAction, markReadAction } from "@/lib/actions/messages";

export function MarkReadButton({ id, about }: { id: string; about: string }) {
  const t = useTranslations("notifications");
  return (
    <ActionButton
      variant="ghost"
      size="icon"
      title={t("markRead")}
      aria-label={t("markReadOf", { about })}
      icon={<Check aria-hidden />}
      act={() => markReadAction({ id })}
      failed={{ title: t("markFailed") }}
      className="relative z-10 -my-2 ml-auto"
    />
  );
}

export function MarkAllButton() {
  const t = useTranslations("notifications");
  return (
    <ActionButton
      variant="ghost"
      size="sm"
      icon={<CheckCheck aria-hidden />}
      act={() => markAllReadAction({})}
      failed={{ title: t("markFailed") }}
    >
      {t("markAllRead")}
    </ActionButton>
  );
}
