import { useTranslations } from "next-intl";
import { useEffect, useId, useRef } from "react";
import { ChosenPhoto } from "./chosen-photo";
import { PhotoPicker } from "./photo-picker";
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
