import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EmailSection } from "@/components/security/email-section";
import { PasswordSection } from "@/components/security/password-section";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { ClientMessages } from "@/components/shared/client-messages";
import { db } from "@/db/client";
import { accountAccess } from "@/lib/domain/accounts/queries";
import { requireViewer } from "@/lib/web/session";

/** The catalogue paths of the client components on this page. */
const TEXTS = ["security", "auth.showPassword", "auth.google"];

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("security") };
}

/** How the person enters their account (mail-and-access.md, Accounts). */
export default async function SecuritySettingsPage() {
  const viewer = await requireViewer();
  const access = await accountAccess(db(), viewer.id);
  return (
    <ClientMessages namespaces={TEXTS}>
      <SettingsTabs current="security" />
      <div className="flex flex-col gap-4">
        <EmailSection access={access} />
        <PasswordSection access={access} />
      </div>
    </ClientMessages>
  );
}
