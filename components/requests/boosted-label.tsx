"use client";

import { Rocket } from "lucide-react";
import { useTranslations } from "next-intl";
import { LazyPopover, PopoverButton } from "@/components/shared/popover-button";

/** Marks a paid place in the feed, and explains the order (D20). */
export function BoostedLabel() {
  const t = useTranslations("feed");
  return (
    <PopoverButton
      trigger={(trigger) => (
        <button
          type="button"
          aria-label={t("boostedAbout")}
          className="relative z-10 -my-2 inline-flex min-h-11 items-center rounded-full"
          {...trigger}
        >
          <span className="inline-flex items-center gap-1 rounded-full bg-accent-soft px-2.5 py-0.5 text-sm font-semibold text-accent-foreground underline decoration-dotted underline-offset-4">
            <Rocket aria-hidden className="size-3.5" />
            {t("boosted")}
          </span>
        </button>
      )}
      popover={(place) => (
        <LazyPopover {...place} label={t("orderTitle")} align="start" className="w-80">
          <p className="font-semibold">{t("orderTitle")}</p>
          <p className="mt-1 text-muted-foreground">{t("orderText")}</p>
          <a href="/order" className="flex min-h-11 items-center underline underline-offset-4">
            {t("orderMore")}
          </a>
        </LazyPopover>
      )}
    />
  );
}
