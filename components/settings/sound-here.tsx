"use client";

import { useTranslations } from "next-intl";
import { useId, useSyncExternalStore } from "react";
import { chime, isSoundOff, onSoundSwitched, setSoundOff } from "@/components/shared/chime";
import { Card } from "@/components/ui/card";
import { Switch } from "@/components/ui/switch";

/** Switches the sound of a donation, a new request and a reached goal on or off in this browser. */
export function SoundHere() {
  const t = useTranslations("sound");
  const id = useId();
  const isOff = useSyncExternalStore(onSoundSwitched, isSoundOff, () => false);

  function choose(on: boolean) {
    setSoundOff(!on);
    if (on) chime(false);
  }

  return (
    <Card className="flex items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="font-semibold">
          {t("title")}
        </label>
        <p className="text-sm text-muted-foreground">{t("text")}</p>
      </div>
      <Switch id={id} checked={!isOff} onCheckedChange={choose} />
    </Card>
  );
}
