import { ImagePlus, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, useRef, useState } from "react";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { drawPicture, openPicture, putOnWhite } from "@/components/shared/picture";
import { Button } from "@/components/ui/button";
import { MAX_SENT_AVATAR } from "@/lib/domain/accounts/rules";

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
    // The dialog was closed, or another picture chosen, while the photo was read.
    if (!input.current || input.current.disabled) return;
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
      <input ref={input} type="file" accept={PICTURE_TYPES} hidden disabled={blocked} onChange={read} />
    </>
  );
}

/** The longest side in pixels and the quality, best first. Any picture fits the last. */
const ATTEMPTS = [
  [512, 0.85],
  [512, 0.6],
  [320, 0.6],
  [128, 0.6],
] as const;

/** What the server accepts (D16); phones convert their own formats to one of these. */
const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif";

/**
 * A chosen picture, small enough to be sent as a `data:` image and without the camera's metadata.
 * @throws when the browser cannot read it as a picture
 */
async function shrinkImage(file: Blob): Promise<string> {
  const picture = await openPicture(file);
  for (const [side, quality] of ATTEMPTS) {
    const encoded = encode(drawPicture(picture, { width: side, height: side }), quality);
    if (encoded.length <= MAX_SENT_AVATAR) return encoded;
  }
  throw new Error("the picture stays too large");
}

function encode(canvas: HTMLCanvasElement, quality: number): string {
  const webp = canvas.toDataURL("image/webp", quality);
  if (webp.startsWith("data:image/webp")) return webp;
  // Safari writes no WebP.
  putOnWhite(canvas);
  return canvas.toDataURL("image/jpeg", quality);
}
