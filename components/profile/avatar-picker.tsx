"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent, DialogTitle, DialogTrigger } from "@/components/ui/dialog";
import { AVATARS } from "./avatars";
import { useSettings } from "./use-settings";

export function AvatarPicker({ avatar, imageUrl }: { avatar: string; imageUrl: string | null }) {
  const t = useTranslations("profile.avatar");
  const { pending, save } = useSettings();
  const [open, setOpen] = useState(false);

  async function choose(chosen: string) {
    if (chosen === avatar || (await save({ avatar: chosen }))) setOpen(false);
  }

  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger aria-label={t("change")} className="relative shrink-0 rounded-full">
        <PersonAvatar avatar={avatar} imageUrl={imageUrl} size="lg" />
        <span className="absolute -right-1 -bottom-1 grid size-8 place-items-center rounded-full bg-primary text-primary-foreground ring-2 ring-card">
          <Pencil aria-hidden className="size-4" />
        </span>
      </DialogTrigger>
      <DialogContent aria-describedby={undefined}>
        <DialogTitle>{t("title")}</DialogTitle>
        <div className="grid grid-cols-6 gap-1 sm:grid-cols-8">
          {AVATARS.map((choice) => (
            <button
              key={choice}
              type="button"
              aria-pressed={choice === avatar}
              disabled={pending}
              onClick={() => choose(choice)}
              className={cn(
                "grid min-h-11 place-items-center rounded-lg text-3xl leading-none hover:bg-muted",
                choice === avatar && "bg-secondary ring-2 ring-primary",
              )}
            >
              {choice}
            </button>
          ))}
        </div>
      </DialogContent>
    </Dialog>
  );
}
