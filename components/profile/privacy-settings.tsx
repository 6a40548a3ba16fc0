"use client";

import { useTranslations } from "next-intl";
import { useId, useOptimistic, useTransition } from "react";
import { Field } from "@/components/shared/field";
import { LanguageSelect } from "@/components/shared/language-select";
import { Card, CardTitle } from "@/components/ui/card";
import { Switch } from "@/components/ui/switch";
import type { Me } from "@/lib/domain/users/schema";
import { useSettings } from "./use-settings";

const CHOICES = ["anonymousProfile", "hideGivenAmount", "hideReceivedAmount"] as const;
type Choice = (typeof CHOICES)[number];

/** Who sees what of a person (D15), and in which language they read. */
export function PrivacySettings({ me }: { me: Pick<Me, Choice> }) {
  const t = useTranslations("profile.privacy");
  return (
    <Card>
      <CardTitle>{t("title")}</CardTitle>
      <div className="mt-2 divide-y">
        {CHOICES.map((choice) => (
          <PrivacySwitch key={choice} choice={choice} on={me[choice]} />
        ))}
      </div>
      <div className="mt-4">
        <Field label={t("language")}>{({ id }) => <LanguageSelect id={id} />}</Field>
      </div>
    </Card>
  );
}

function PrivacySwitch({ choice, on }: { choice: Choice; on: boolean }) {
  const t = useTranslations("profile.privacy");
  const id = useId();
  const { save } = useSettings();
  const [shown, show] = useOptimistic(on);
  const [pending, startTransition] = useTransition();
  return (
    <div className="flex items-center justify-between gap-3 py-3">
      <label htmlFor={id} className="min-w-0 flex-1">
        <span className="block font-medium">{t(`${choice}.label`)}</span>
        <span id={`${id}-hint`} className="block text-sm text-muted-foreground">
          {t(`${choice}.hint`)}
        </span>
      </label>
      <Switch
        id={id}
        aria-describedby={`${id}-hint`}
        checked={shown}
        disabled={pending}
        onCheckedChange={(checked) =>
          startTransition(async () => {
            show(checked);
            await save({ [choice]: checked });
          })
        }
      />
    </div>
  );
}
