import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SettingsTabs } from "@/components/settings/settings-tabs";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("security") };
}

export default function SecuritySettingsPage() {
  return <SettingsTabs current="security" />;
}
