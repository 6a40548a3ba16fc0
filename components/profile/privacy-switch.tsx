"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import { useSettings } from "./use-settings";

export type PrivacySetting = "anonymousProfile" | "hideGivenAmount" | "hideReceivedAmount";

type Props = { setting: PrivacySetting; on: boolean };

/**
 * A switch with its explanation. It moves only when the server has stored it: something must not seem hidden that
 * is not.
 */
export function PrivacySwitch({ setting, on }: Props) {
  const t = useTranslations("profile.privacy");
  const id = useId();
  const { saving, save } = useSettings();
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <Label htmlFor={id} className="py-2">
          {t(`${setting}.label`)}
        </Label>
        <p id={`${id}-hint`} className="text-sm text-muted-foreground">
          {t(`${setting}.hint`)}
        </p>
      </div>
      <span className="flex items-center">
        {saving && <LoaderCircle aria-hidden className="size-5 animate-spin text-muted-foreground" />}
        <Switch
          id={id}
          checked={on}
          aria-describedby={`${id}-hint`}
          aria-busy={saving}
          onCheckedChange={(checked) => save({ [setting]: checked })}
        />
      </span>
    </div>
  );
}
