import { getTranslations } from "next-intl/server";
import { MessageChoices } from "@/components/settings/message-choices";
import { PushHere } from "@/components/settings/push-here";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { SoundHere } from "@/components/settings/sound-here";
import { ClientMessages } from "@/components/shared/client-messages";
import { Card } from "@/components/ui/card";
import { db } from "@/db/client";
import { listChoices } from "@/lib/domain/messages/choose-messages";
import { listEndpoints } from "@/lib/domain/messages/queries";
import { vapidPublicKey } from "@/lib/domain/messages/vapid-keys";
import { env } from "@/lib/ground/env";
import { requireViewer } from "@/lib/web/session";
import { titled } from "@/lib/web/titled";

export const generateMetadata = titled("settings.messages");

/** What the person is notified about, and how (mail-and-access.md, Messages). */
export default async function MessagesSettingsPage() {
  const [viewer, t] = await Promise.all([requireViewer(), getTranslations("messageSettings")]);
  const [choices, endpoints, publicKey] = await Promise.all([
    listChoices(db(), viewer.id),
    listEndpoints(db(), viewer.id),
    env().mail ? vapidPublicKey(db()) : null,
  ]);
  return (
    <ClientMessages namespaces={["messageSettings", "push", "sound"]}>
      <SettingsTabs current="messages" />
      <div className="flex flex-col gap-4">
        <Card className="space-y-4">
          <MessageChoices choices={choices} />
          <p className="text-muted-foreground">{t("always")}</p>
        </Card>
        {publicKey !== null && <PushHere publicKey={publicKey} endpoints={endpoints} />}
        <SoundHere />
      </div>
    </ClientMessages>
  );
}
