import { CircleAlert, CircleCheck, ImageIcon, LoaderCircle, RotateCw, Trash2, WifiOff } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { Ref } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Progress } from "@/components/ui/progress";
import type { Photo } from "./photo-state";

type Chosen = Exclude<Photo, { phase: "none" }>;
type Props = { ref: Ref<HTMLButtonElement>; photo: Chosen; onRemove: () => void; onRetry: () => void };

/** The chosen photo, its progress and its buttons. */
export function ChosenPhoto({ ref, photo, onRemove, onRetry }: Props) {
  const t = useTranslations("request.create.photo");
  const { name, phase } = photo;
  return (
    <div className="flex flex-col gap-3 rounded-2xl border bg-card p-3 sm:flex-row">
      <Thumbnail photo={photo} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="truncate font-medium">{name}</p>
        <Status photo={photo} />
        {phase === "sending" && <UploadProgress name={name} percent={photo.percent} />}
        {phase === "failed" && <p className="text-sm text-muted-foreground">{t("failedHint")}</p>}
        <div className="mt-auto flex flex-wrap gap-2 pt-1">
          {phase === "failed" && (
            <Button variant="secondary" onClick={onRetry}>
              <RotateCw aria-hidden />
              {t("retry")}
            </Button>
          )}
          <Button ref={ref} variant="outline" onClick={onRemove}>
            <Trash2 aria-hidden />
            {t("remove")}
          </Button>
        </div>
      </div>
    </div>
  );
}

function Thumbnail({ photo }: { photo: Chosen }) {
  const t = useTranslations("request.create.photo");
  const thumbnail = "thumbnail" in photo ? photo.thumbnail : null;
  const frame = "w-70 max-w-full shrink-0 self-center rounded-xl bg-muted sm:self-start";
  if (thumbnail === null) {
    return (
      <span aria-hidden className={cn(frame, "grid aspect-4/3 place-items-center text-muted-foreground")}>
        <ImageIcon className="size-10" />
      </span>
    );
  }
  return (
    <img
      src={thumbnail}
      alt={t("alt", { file: photo.name })}
      className={cn(frame, "max-h-80 object-cover", photo.phase !== "sent" && "opacity-70")}
    />
  );
}

/** Announced whenever it changes; the percentage is not part of it. */
function Status({ photo }: { photo: Chosen }) {
  const t = useTranslations("request.create.photo");
  const Icon = iconOf(photo);
  const text = photo.phase === "failed" ? photo.problem : t(statusOf(photo));
  return (
    <p
      role="status"
      className={cn(
        "flex items-start gap-2",
        photo.phase === "failed" ? "font-medium text-destructive" : "text-muted-foreground",
      )}
    >
      <Icon
        aria-hidden
        className={cn(
          "mt-0.5 size-5 shrink-0",
          Icon === LoaderCircle && "animate-spin",
          Icon === CircleCheck && "text-primary",
        )}
      />
      {text}
    </p>
  );
}

function statusOf(photo: Exclude<Chosen, { phase: "failed" }>) {
  return photo.phase === "sending"
    ? (`status.${photo.connection}` as const)
    : (`status.${photo.phase}` as const);
}

function iconOf(photo: Chosen) {
  if (photo.phase === "sent") return CircleCheck;
  if (photo.phase === "failed") return CircleAlert;
  return photo.phase === "sending" && photo.connection === "offline" ? WifiOff : LoaderCircle;
}

function UploadProgress({ name, percent }: { name: string; percent: number }) {
  const t = useTranslations("request.create.photo");
  const text = useFormatter().number(percent / 100, { style: "percent" });
  return (
    <div className="flex items-center gap-3">
      <Progress value={percent} label={t("progress", { file: name })} valueText={text} />
      <span aria-hidden className="w-12 shrink-0 text-right text-sm tabular-nums">
        {text}
      </span>
    </div>
  );
}
