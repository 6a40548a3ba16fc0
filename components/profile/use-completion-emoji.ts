"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { toast } from "@/components/ui/toast-store";
import { chooseCompletionEmojiAction } from "@/lib/actions/requests";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import type { CompletionEmoji } from "@/lib/ground/vocabulary";

/** What celebrates one's own completed request (D22), shown as soon as it is chosen; null before it is completed. */
export function useCompletionEmoji({ id, completionEmoji }: FundingRequest) {
  const t = useTranslations("profile.requests.emoji");
  const toasts = useTranslations("toasts");
  const [chosen, setChosen] = useState<CompletionEmoji | null>(null);

  async function choose(emoji: CompletionEmoji) {
    setChosen(emoji);
    const result = await chooseCompletionEmojiAction({ id, emoji }).catch(() => null);
    if (result?.ok) return;
    setChosen(chosen);
    const description = result?.message ?? toasts("updateFailed.text");
    toast({ title: t("failed"), description, variant: "destructive" });
  }

  return { emoji: completionEmoji && (chosen ?? completionEmoji), choose };
}
