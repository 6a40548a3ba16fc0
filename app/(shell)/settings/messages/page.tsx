import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MessageChoices } from "@/components/settings/message-choices";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { ClientMessages } from "@/components/shared/client-messages";
import { Card } from "@/components/ui/card";
import { db } from "@/db/client";
import { listChoices } from "@/lib/domain/mail/choose-messages";
import { requireViewer } from "@/lib/web/session";

export async function generateMetadata(): Promise<Metadata> {
  const settings = await getTranslations("settings");
  return { title: settings("messages") };
}

/** What the person hears of, and how (mail-and-access.md, Messages). */
export default async function MessagesSettingsPage() {
  const [viewer, t] = await Promise.all([requireViewer(), getTranslations("messageSettings")]);
  const choices = await listChoices(db(), viewer.id);
  return (
    <ClientMessages namespaces={["messageSettings"]}>
      <SettingsTabs current="messages" />
      <div className="flex flex-col gap-4">
        <div className="space-y-1 text-base text-muted-foreground">
          <p>{t("intro")}</p>
          <p>{t("always")}</p>
        </div>
        <Card>
          <MessageChoices choices={choices} />
        </Card>
      </div>
    </ClientMessages>
  );
}
