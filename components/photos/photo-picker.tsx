import { Camera, ImagePlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, type Ref, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { PHOTO_TYPES } from "@/lib/domain/photos/rules";

type Props = {
  ref: Ref<HTMLButtonElement>;
  /** A file is being dragged over the page. */
  dragging: boolean;
  onOpen: () => void;
  onFiles: (files: File[]) => void;
};

const ACCEPT = PHOTO_TYPES.join(",");

/**
 * Chooses a photo. On touch screens it has a camera button too: since Android 14 the file chooser offers none.
 */
export function PhotoPicker({ ref, dragging, onOpen, onFiles }: Props) {
  const t = useTranslations("request.create.photo");
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);

  function open(input: HTMLInputElement | null) {
    onOpen();
    input?.click();
  }

  function read({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])];
    // So that the same file can be chosen again.
    currentTarget.value = "";
    onFiles(files);
  }

  return (
    <div className="space-y-2">
      <button
        ref={ref}
        type="button"
        onClick={() => open(chooser.current)}
        className={cn(
          "flex min-h-36 w-full flex-col items-center justify-center gap-1 rounded-2xl border-2 border-dashed default:border-input default:bg-card p-4 text-center transition-colors hover:bg-muted",
          dragging && "border-primary bg-secondary",
        )}
      >
        <span
          aria-hidden
          className="mb-1 grid size-12 place-items-center rounded-full bg-secondary text-secondary-foreground"
        >
          <ImagePlus className="size-6" />
        </span>
        <span className="font-semibold">{t(dragging ? "drop" : "add")}</span>
        <span className="text-sm text-muted-foreground pointer-coarse:hidden">{t("ways")}</span>
      </button>
      <Button
        variant="outline"
        className="hidden w-full pointer-coarse:inline-flex"
        onClick={() => open(camera.current)}
      >
        <Camera aria-hidden />
        {t("take")}
      </Button>
      <input ref={chooser} type="file" accept={ACCEPT} hidden onChange={read} />
      <input ref={camera} type="file" accept={ACCEPT} capture="environment" hidden onChange={read} />
    </div>
  );
}
