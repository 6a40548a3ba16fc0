"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazily } from "@/components/shared/lazily";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { useDialog } from "@/components/shared/use-dialog";

const AvatarDialog = lazily(() => import("./avatar-dialog"), "AvatarDialog");

type Props = { avatar: string; imageUrl: string | null };

/** The person's picture; pressing it opens the choice of another. */
export function AvatarPicker({ avatar, imageUrl }: Props) {
  const t = useTranslations("profile.avatar");
  const choice = useDialog();
  return (
    <>
      <button
        type="button"
        aria-label={t("change")}
        aria-haspopup="dialog"
        className="relative shrink-0 rounded-full"
        onClick={choice.opens(true)}
      >
        <PersonAvatar avatar={avatar} imageUrl={imageUrl} size="lg" />
        <span className="absolute -right-1 -bottom-1 grid size-8 place-items-center rounded-full border-2 border-card bg-primary text-primary-foreground">
          <Pencil aria-hidden className="size-4" />
        </span>
      </button>
      {choice.shown && <AvatarDialog avatar={avatar} {...choice.props} />}
    </>
  );
}
