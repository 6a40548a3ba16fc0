import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SettingsTabs } from "@/components/settings/settings-tabs";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("messages") };
}

export default function MessagesSettingsPage() {
  return <SettingsTabs current="messages" />;
}
