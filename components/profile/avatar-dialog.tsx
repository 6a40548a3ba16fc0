"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { AVATARS } from "./avatars";
import { useSettings } from "./use-settings";

type Props = { avatar: string; onClose: () => void; onClosed: (event: Event) => void };

/** The pictures to choose from (specification 2, Profile). Stays open until the choice is stored. */
export function AvatarDialog({ avatar, onClose, onClosed }: Props) {
  const t = useTranslations("profile.avatar");
  const { saving, save } = useSettings();
  const [chosen, setChosen] = useState(avatar);

  function choose(emoji: string) {
    if (saving) return;
    setChosen(emoji);
    save({ avatar: emoji }, { onSaved: onClose, onRefused: () => setChosen(avatar) });
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent onCloseAutoFocus={onClosed}>
        <DialogTitle>{t("title")}</DialogTitle>
        <DialogDescription>{t("hint")}</DialogDescription>
        <ul
          aria-busy={saving}
          className="-mx-1 grid grid-cols-4 justify-items-center gap-y-1 min-[24rem]:grid-cols-8"
        >
          {AVATARS.map((emoji) => (
            <li key={emoji}>
              <button
                type="button"
                aria-pressed={emoji === avatar}
                aria-disabled={saving || undefined}
                onClick={() => choose(emoji)}
                className={cn(
                  "grid size-11 place-items-center rounded-full text-3xl leading-none hover:bg-muted",
                  emoji === avatar && "bg-secondary ring-2 ring-primary",
                )}
              >
                {saving && emoji === chosen ? (
                  <LoaderCircle aria-hidden className="size-6 animate-spin" />
                ) : (
                  emoji
                )}
              </button>
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}
