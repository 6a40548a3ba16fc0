import { PartyPopper } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazily } from "@/components/shared/lazily";
import { LazyPopover, PopoverButton } from "@/components/shared/popover-button";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { CompletionEmoji } from "@/lib/ground/vocabulary";

const EmojiChoices = lazily(
  () => import("./emoji-choices").then((module) => module.EmojiChoices),
  () => <Skeleton className="h-23 w-47" />,
);

type Props = { item: string; emoji: string; onChoose: (emoji: CompletionEmoji) => void };

/** Offers other ways to celebrate a completed request (D22). */
export function EmojiButton({ item, emoji, onChoose }: Props) {
  const t = useTranslations("profile.requests.emoji");
  return (
    <PopoverButton
      trigger={(trigger) => (
        <Button variant="ghost" size="icon" aria-label={t("change", { item })} {...trigger}>
          <PartyPopper aria-hidden />
        </Button>
      )}
      popover={(place) => (
        <LazyPopover {...place} label={t("title")} align="end" className="w-auto">
          <p className="mb-1 px-1 font-semibold">{t("title")}</p>
          <EmojiChoices emoji={emoji} onChoose={onChoose} />
        </LazyPopover>
      )}
    />
  );
}
