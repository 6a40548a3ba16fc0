"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { useReturnFocus } from "@/components/shared/use-return-focus";

const AvatarDialog = lazily(() => import("./avatar-dialog").then((module) => module.AvatarDialog));

type Props = { avatar: string; imageUrl: string | null };

/** The person's picture; pressing it opens the choice of another. */
export function AvatarPicker({ avatar, imageUrl }: Props) {
  const t = useTranslations("profile.avatar");
  const [open, setOpen] = useState(false);
  const focus = useReturnFocus();
  return (
    <>
      <button
        type="button"
        aria-label={t("change")}
        aria-haspopup="dialog"
        className="relative shrink-0 rounded-full"
        onClick={() => {
          focus.remember();
          setOpen(true);
        }}
      >
        <PersonAvatar avatar={avatar} imageUrl={imageUrl} size="lg" />
        <span className="absolute -right-1 -bottom-1 grid size-8 place-items-center rounded-full border-2 border-card bg-primary text-primary-foreground">
          <Pencil aria-hidden className="size-4" />
        </span>
      </button>
      {open && <AvatarDialog avatar={avatar} onClose={() => setOpen(false)} onClosed={focus.giveBack} />}
    </>
  );
}
