import {
  EmailSection,
  Passkeys,
  PasswordSection,
  SecondFactor,
  Sessions,
} from "@/components/security/sections";
import { StepUp } from "@/components/security/step-up";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { ClientMessages, STEP_UP_TEXTS } from "@/components/shared/client-messages";
import { db } from "@/db/client";
import { accountAccess } from "@/lib/domain/accounts/queries";
import { describeSecondFactor, listPasskeys } from "@/lib/domain/security/queries";
import { listSessions } from "@/lib/domain/sessions/queries";
import { currentToken, requireViewer } from "@/lib/web/session";
import { titled } from "@/lib/web/titled";

/** The catalogue paths of the client components on this page. */
const TEXTS = ["security", ...STEP_UP_TEXTS, "auth.google", "share.failedTitle"];

export const generateMetadata = titled("settings.security");

/** How the person signs in, and where they are signed in (mail-and-access.md, Accounts). */
export default async function SecuritySettingsPage() {
  const { id } = await requireViewer();
  const [access, passkeys, factor, sessions] = await Promise.all([
    accountAccess(db(), id),
    listPasskeys(db(), id),
    describeSecondFactor(db(), id),
    listSessions(db(), id, (await currentToken()) ?? ""),
  ]);
  return (
    <ClientMessages namespaces={TEXTS}>
      <SettingsTabs current="security" />
      <div className="flex flex-col gap-4">
        <EmailSection access={access} />
        <PasswordSection access={access} />
        <Passkeys passkeys={passkeys} />
        <SecondFactor factor={factor} access={access} />
        <Sessions sessions={sessions} />
      </div>
      <StepUp />
    </ClientMessages>
  );
}
