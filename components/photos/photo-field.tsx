import { Camera, ImagePlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, type Ref, useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { PHOTO_TYPES } from "@/lib/domain/photos/rules";
import { ChosenPhoto } from "./chosen-photo";
import { useDroppedFiles } from "./use-dropped-files";
import type { PhotoControl } from "./use-photo";

/**
 * The optional photo of a request (specification 5, Photo): chosen, taken with the camera, dropped or pasted.
 */
export function PhotoField({ control }: { control: PhotoControl }) {
  const t = useTranslations("request.create.photo");
  const id = useId();
  const { photo, refusal, take, retry, remove, prefetch } = control;
  const dragging = useDroppedFiles(take);
  const button = useKeptFocus(photo.phase === "none");
  return (
    <fieldset aria-describedby={`${id}-hint ${id}-refusal`} className="min-w-0 space-y-1.5">
      <legend className="text-base font-medium">{t("label")}</legend>
      {photo.phase === "none" ? (
        <PhotoPicker ref={button} dragging={dragging} onOpen={prefetch} onFiles={take} />
      ) : (
        <ChosenPhoto ref={button} photo={photo} onRemove={remove} onRetry={retry} />
      )}
      <p id={`${id}-hint`} className="text-sm text-muted-foreground">
        {t("hint")}
      </p>
      <p
        id={`${id}-refusal`}
        aria-live="polite"
        className="text-sm font-medium text-destructive empty:hidden"
      >
        {refusal}
      </p>
    </fieldset>
  );
}

/** For the button of either state: when the focused one disappears, the other gets the focus. */
function useKeptFocus(empty: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const shown = useRef(empty);
  useEffect(() => {
    if (shown.current === empty) return;
    shown.current = empty;
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [empty]);
  return button;
}

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
function PhotoPicker({ ref, dragging, onOpen, onFiles }: Props) {
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
