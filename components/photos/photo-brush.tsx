import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type PointerEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { drawPicture, encodePicture, openPicture, putOnWhite } from "@/components/shared/picture";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { MAX_SIDE } from "@/lib/domain/photos/rules";

type Props = {
  file: File;
  /** The photo with what was drawn over it. */
  onUse: (file: File) => void;
  onCancel: () => void;
};

/** In pixels of the picture. */
type Stroke = [number, number][];

/**
 * Draws black over parts of a photo, such as the names on a receipt, before it is sent (giving.md): what is under it
 * never leaves the browser, because only the finished picture does.
 */
export function PhotoBrush({ file, onUse, onCancel }: Props) {
  const t = useTranslations("brush");
  const hint = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<HTMLCanvasElement | null>(null);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);

  const giveUp = useEffectEvent(() => {
    toast({ title: t("unreadable"), variant: "destructive" });
    onCancel();
  });

  useEffect(() => {
    let isGone = false;
    openPicture(file).then(
      (opened) => !isGone && setPicture(drawPicture(opened, { width: MAX_SIDE, height: MAX_SIDE })),
      () => !isGone && giveUp(),
    );
    return () => {
      isGone = true;
    };
  }, [file]);

  useEffect(() => {
    if (canvas.current && picture) paint(canvas.current, picture, strokes);
  }, [picture, strokes]);

  /** Where the picture is touched. */
  function place({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>): [number, number] {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const { width: across, height: down } = currentTarget;
    return [((clientX - left) * across) / width, ((clientY - top) * down) / height];
  }

  function begin(event: PointerEvent<HTMLCanvasElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = place(event);
    setStrokes((before) => [...before, [at]]);
  }

  function move(event: PointerEvent<HTMLCanvasElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const at = place(event);
    setStrokes((before) => before.with(-1, [...(before.at(-1) ?? []), at]));
  }

  async function use() {
    if (!canvas.current) return;
    putOnWhite(canvas.current);
    const blob = await encodePicture(canvas.current);
    onUse(new File([blob], file.name, { type: blob.type }));
  }

  return (
    <fieldset aria-describedby={hint} className="min-w-0 space-y-2">
      <legend className="text-base font-medium">{t("title")}</legend>
      <canvas
        ref={canvas}
        width={picture?.width ?? 4}
        height={picture?.height ?? 3}
        role="img"
        aria-label={t("canvas")}
        onPointerDown={begin}
        onPointerMove={move}
        className="mx-auto block max-h-[50svh] max-w-full cursor-crosshair touch-none rounded-xl bg-muted"
      />
      <p id={hint} className="text-sm text-muted-foreground">
        {t("hint")}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={!picture} onClick={() => void use()}>
          {t("use")}
        </Button>
        <Button
          variant="outline"
          disabled={strokes.length === 0}
          onClick={() => setStrokes((before) => before.slice(0, -1))}
        >
          <Undo2 aria-hidden />
          {t("undo")}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </fieldset>
  );
}

/** The brush is this part of the picture's longer side. */
const BRUSH = 1 / 24;

function paint(canvas: HTMLCanvasElement, picture: HTMLCanvasElement, strokes: readonly Stroke[]): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0);
  context.lineWidth = Math.max(picture.width, picture.height) * BRUSH;
  context.lineCap = context.lineJoin = "round";
  context.strokeStyle = "black";
  for (const stroke of strokes) {
    context.beginPath();
    const [[x, y] = [0, 0]] = stroke;
    context.moveTo(x, y);
    // A tap is a line without length: it is drawn as the brush's own dot.
    for (const point of stroke) context.lineTo(...point);
    context.stroke();
  }
}
