import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { BlockedPeople } from "@/components/safety/blocked-people";
import { LanguageSelect } from "@/components/shared/language-select";
import { Label } from "@/components/ui/label";
import type { Me } from "@/lib/domain/users/schema";
import { LANGUAGES } from "@/lib/ground/i18n/languages";
import { Fold } from "./fold";
import { type PrivacySetting, PrivacySwitch } from "./privacy-switch";

const SWITCHES: readonly PrivacySetting[] = ["anonymousProfile", "hideGivenAmount", "hideReceivedAmount"];

type Props = { settings: Pick<Me, PrivacySetting>; blocked: readonly string[] };

/** What others see of a person (D15), whom they blocked, and the language of the screens (D2), folded to one line. */
export function PrivacySettings({ settings, blocked }: Props) {
  const t = useTranslations("profile");
  const language = useId();
  const { anonymousProfile, hideGivenAmount, hideReceivedAmount } = settings;
  const hidesAmounts = hideGivenAmount || hideReceivedAmount;
  const setting = [
    anonymousProfile && t("folds.anonymous"),
    hidesAmounts && t("folds.amounts"),
    !anonymousProfile && !hidesAmounts && t("folds.visible"),
    LANGUAGES[useLocale()].name,
  ];
  return (
    <Fold id="privacy" title={t("privacy.title")} setting={setting.filter(Boolean).join(" · ")}>
      <ul className="divide-y">
        {SWITCHES.map((setting) => (
          <li key={setting} className="py-3 first:pt-0">
            <PrivacySwitch setting={setting} on={settings[setting]} />
          </li>
        ))}
      </ul>
      <BlockedPeople usernames={blocked} />
      <div className="space-y-1.5 border-t pt-4">
        <Label htmlFor={language}>{t("language")}</Label>
        <LanguageSelect id={language} />
      </div>
    </Fold>
  );
}
