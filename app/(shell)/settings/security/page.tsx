import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Passkeys } from "@/components/security/passkeys";
import { SecondFactor } from "@/components/security/second-factor";
import { Sessions } from "@/components/security/sessions";
import { StepUp } from "@/components/security/step-up";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { ClientMessages } from "@/components/shared/client-messages";
import { db } from "@/db/client";
import { describeSecondFactor, listPasskeys, proofWays } from "@/lib/domain/security/queries";
import { listSessions } from "@/lib/domain/sessions/queries";
import { currentToken, requireViewer } from "@/lib/web/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("security") };
}

/** The catalogue paths of this screen's client components. */
const TEXTS = ["security", "stepUp", "auth.login.code", "auth.login.codeHint", "auth.showPassword"];

export default async function SecuritySettingsPage() {
  const { id } = await requireViewer();
  const [ways, passkeys, factor, sessions] = await Promise.all([
    proofWays(db(), id),
    listPasskeys(db(), id),
    describeSecondFactor(db(), id),
    listSessions(db(), id, (await currentToken()) ?? ""),
  ]);
  return (
    <ClientMessages namespaces={TEXTS}>
      <SettingsTabs current="security" />
      <div className="flex flex-col gap-4">
        <Passkeys passkeys={passkeys} />
        <SecondFactor factor={factor} hasPassword={ways.password} />
        <Sessions sessions={sessions} />
      </div>
      <StepUp />
    </ClientMessages>
  );
}
