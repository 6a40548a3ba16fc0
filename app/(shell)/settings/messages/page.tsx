import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PushHere } from "@/components/settings/push-here";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { ClientMessages } from "@/components/shared/client-messages";
import { db } from "@/db/client";
import { listEndpoints } from "@/lib/domain/push/queries";
import { vapidPublicKey } from "@/lib/domain/push/vapid-keys";
import { env } from "@/lib/ground/env";
import { requireViewer } from "@/lib/web/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("messages") };
}

export default async function MessagesSettingsPage() {
  const viewer = await requireViewer();
  return (
    <>
      <SettingsTabs current="messages" />
      {env().mail && (
        <ClientMessages namespaces={["push"]}>
          <PushHere publicKey={await vapidPublicKey(db())} endpoints={await listEndpoints(db(), viewer.id)} />
        </ClientMessages>
      )}
    </>
  );
}
