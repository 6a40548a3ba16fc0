"use client";

import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { useLoginLink } from "@/components/shared/use-login-link";
import { toast } from "@/components/ui/toast-store";
import { updateSettingsAction } from "@/lib/actions/settings";

type Changes = Parameters<typeof updateSettingsAction>[0];
type Answers = {
  onSaved?: () => void;
  /** With what is wrong in which field, and the sentence for the whole. */
  onRefused?: (fields: Record<string, string>, message: string) => void;
};

/** Saves a person's own settings and tells how that went. `saving` lasts until the screen shows what the server has stored. */
export function useSettings() {
  const t = useTranslations("toasts");
  const login = useLoginLink();
  const [saving, startTransition] = useTransition();

  function save(changes: Changes, { onSaved, onRefused }: Answers = {}) {
    if (saving) return;
    startTransition(async () => {
      const result = await updateSettingsAction(changes).catch(() => null);
      if (result?.ok) {
        toast({ title: t("profileUpdated.title"), variant: "success" });
        startTransition(() => onSaved?.());
        return;
      }
      const message = result?.message ?? t("updateFailed.text");
      toast({
        title: t("updateFailed.title"),
        description: message,
        variant: "destructive",
        ...(result?.code === "UNAUTHENTICATED" && { link: login }),
      });
      if (result) startTransition(() => onRefused?.(result.fields ?? {}, message));
    });
  }

  return { saving, save };
}
