import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { DialogProps } from "@/components/shared/use-dialog";
import { cn } from "@/components/ui/cn";
import { DialogDescription, DialogTitle, Modal } from "@/components/ui/dialog";
import { PhotoButton } from "./photo-button";
import { useSettings } from "./use-settings";

/** 32 emoji that old phones have too. The first is the default. */
const AVATARS = [
  ..."😊😀😄😎🤗😍🤓😇",
  ..."🐶🐱🦊🐻🐼🐨🐸🦁",
  ..."🐯🐵🐧🐢🦋🐝🦄🐙",
  ..."🌻🌳🍀🌈⭐🔥🎈🚀",
] as const;

type Props = DialogProps & { avatar: string };

/**
 * The avatars to choose from, or a picture of the person's own (specification 2, Profile; D16). Stays open until
 * the choice is stored.
 */
export function AvatarDialog({ avatar, ...dialog }: Props) {
  const t = useTranslations("profile.avatar");
  const { saving, save } = useSettings();
  const [chosen, setChosen] = useState(avatar);
  const [error, setError] = useState<string>();
  const own = (picture: string) => picture.startsWith("data:");

  function choose(picture: string) {
    if (saving) return;
    setChosen(picture);
    setError(undefined);
    save(
      { avatar: picture },
      {
        onSaved: dialog.onClose,
        onRefused: (fields, message) => {
          setChosen(avatar);
          setError(fields.avatar ?? message);
        },
      },
    );
  }

  return (
    <Modal busy={saving} {...dialog}>
      <DialogTitle>{t("title")}</DialogTitle>
      <DialogDescription>{t("hint")}</DialogDescription>
      <div className="space-y-1.5">
        <PhotoButton
          current={own(avatar) ? avatar : null}
          saving={saving && own(chosen)}
          blocked={saving}
          onChosen={choose}
          onUnreadable={() => setError(t("unreadable"))}
        />
        <p aria-live="polite" className="font-medium text-destructive empty:hidden">
          {error}
        </p>
      </div>
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
                "grid size-11 place-items-center rounded-full text-[30px] leading-none hover:bg-muted",
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
    </Modal>
  );
}
