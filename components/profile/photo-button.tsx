import { ImagePlus, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, useRef, useState } from "react";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { Button } from "@/components/ui/button";
import { PICTURE_TYPES, shrinkImage } from "./shrink-image";

type Props = {
  /** The present picture, if it is not an emoji. */
  current: string | null;
  saving: boolean;
  /** Another choice is being saved. */
  blocked: boolean;
  onChosen: (picture: string) => void;
  onUnreadable: () => void;
};

/** Takes a picture of the person's own (D16), also from a phone's camera, and shrinks it before it is sent. */
export function PhotoButton({ current, saving, blocked, onChosen, onUnreadable }: Props) {
  const t = useTranslations("profile.avatar");
  const input = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(false);
  const busy = reading || saving;

  async function read({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    // So that the same file can be chosen again.
    currentTarget.value = "";
    if (!file) return;
    setReading(true);
    const picture = await shrinkImage(file).catch(() => null);
    setReading(false);
    if (picture) onChosen(picture);
    else onUnreadable();
  }

  return (
    <>
      <Button
        variant="outline"
        className="w-full"
        aria-disabled={busy || blocked || undefined}
        onClick={() => !busy && !blocked && input.current?.click()}
      >
        {busy ? (
          <LoaderCircle aria-hidden className="animate-spin" />
        ) : current ? (
          <PersonAvatar avatar={current} className="size-7" />
        ) : (
          <ImagePlus aria-hidden />
        )}
        {t(busy ? "reading" : "upload")}
      </Button>
      <input ref={input} type="file" accept={PICTURE_TYPES} hidden onChange={read} />
    </>
  );
}
