import { CircleAlert, CircleCheck, KeyRound, type LucideIcon, Monitor } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DateText } from "@/components/shared/dates";
import { Badge } from "@/components/ui/badge";
import { Card, CardTitle } from "@/components/ui/card";
import type { AccountAccess } from "@/lib/domain/accounts/types";
import type { Passkey, SecondFactor as State } from "@/lib/domain/security/types";
import type { ListedSession } from "@/lib/domain/sessions/schema";
import { AddPasskey, ChangePasskey, EndOthersButton, EndSessionButton, SendLinkButton } from "./buttons";
import { ChangeSecondFactor } from "./change-second-factor";
import { EmailForm, PasswordForm } from "./secret-forms";

/** The account's address, whether it is proven, and how to change it. */
export function EmailSection({ access }: { access: AccountAccess }) {
  const t = useTranslations("security.email");
  const { email, isProven, isTrusted, isBounced, pendingEmail } = access;
  const isSettled = isProven && isTrusted;
  const unsettled = isProven ? "untrusted" : "unproven";
  const state = isBounced ? "bounced" : isSettled ? "proven" : unsettled;
  const Icon = isSettled ? CircleCheck : CircleAlert;
  return (
    <Card className="space-y-4">
      <CardTitle>{t("title")}</CardTitle>
      {email === null ? (
        <p>{t("none")}</p>
      ) : (
        <div className="space-y-1">
          <p className="font-medium [overflow-wrap:anywhere]">{email}</p>
          <p className="flex items-start gap-2 text-sm">
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t(`state.${state}`)}
          </p>
        </div>
      )}
      {email !== null && !isSettled && <SendLinkButton link="confirm" />}
      {pendingEmail !== null && (
        <p className="text-sm [overflow-wrap:anywhere]">{t("pending", { email: pendingEmail })}</p>
      )}
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold">{t("change")}</summary>
        <EmailForm />
      </details>
    </Card>
  );
}

/** The password: how to change it, or to get one. */
export function PasswordSection({ access: { hasPassword, hasGoogle } }: { access: AccountAccess }) {
  const t = useTranslations("security.password");
  return (
    <Card className="space-y-4">
      <CardTitle>{t("title")}</CardTitle>
      <p>{t(hasPassword ? "text" : hasGoogle ? "none" : "gone")}</p>
      {hasPassword ? (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold">{t("change")}</summary>
          <PasswordForm />
        </details>
      ) : (
        <SendLinkButton link="password" />
      )}
    </Card>
  );
}

/** Where a person is signed in, and how to end it. */
export function Sessions({ sessions }: { sessions: readonly ListedSession[] }) {
  const t = useTranslations("security.sessions");
  return (
    <Card className="space-y-3">
      <CardTitle id="sessions">{t("title")}</CardTitle>
      <p className="text-muted-foreground">{t("text")}</p>
      <ul aria-labelledby="sessions" className="divide-y">
        {sessions.map(({ id, device, network, createdAt, lastUsedAt, current }) => (
          <Listed
            key={id}
            icon={Monitor}
            name={device ?? t("unknown")}
            badge={current && <Badge>{t("current")}</Badge>}
            action={!current && <EndSessionButton id={id} device={device ?? t("unknown")} />}
          >
            {network && <p>{t("network", { network })}</p>}
            <p>{t.rich("since", { date: () => <DateText value={createdAt} /> })}</p>
            {lastUsedAt && <p>{t.rich("used", { date: () => <DateText value={lastUsedAt} /> })}</p>}
          </Listed>
        ))}
      </ul>
      {sessions.length > 1 && <EndOthersButton />}
    </Card>
  );
}

type Props = { factor: State; access: AccountAccess };

/** The second factor beside the password: set up, new recovery codes, switch off. */
export function SecondFactor({ factor, access: { hasPassword, hasGoogle } }: Props) {
  const t = useTranslations("security.secondFactor");
  const { isOn, since, codesLeft } = factor;
  return (
    <Card className="space-y-3">
      <CardTitle>{t("title")}</CardTitle>
      <p className="text-muted-foreground">{t(hasPassword ? "text" : hasGoogle ? "google" : "noPassword")}</p>
      {since && (
        <p className="font-medium">
          {t.rich("on", { date: () => <DateText value={since.toISOString()} /> })}{" "}
          {t("codesLeft", { count: codesLeft })}
        </p>
      )}
      {(isOn || hasPassword) && <ChangeSecondFactor isOn={isOn} />}
    </Card>
  );
}

/** A person's passkeys: add, rename, remove. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const t = useTranslations("security.passkeys");
  return (
    <Card className="space-y-3">
      <CardTitle id="passkeys">{t("title")}</CardTitle>
      <p className="text-muted-foreground">{t("text")}</p>
      {passkeys.length > 0 && (
        <ul aria-labelledby="passkeys" className="divide-y">
          {passkeys.map(({ id, name, backedUp, createdAt, lastUsedAt }) => (
            <Listed key={id} icon={KeyRound} name={name} action={<ChangePasskey id={id} name={name} />}>
              {backedUp && <p>{t("synced")}</p>}
              <p>{t.rich("created", { date: () => <DateText value={createdAt.toISOString()} /> })}</p>
              {lastUsedAt && (
                <p>{t.rich("used", { date: () => <DateText value={lastUsedAt.toISOString()} /> })}</p>
              )}
            </Listed>
          ))}
        </ul>
      )}
      <AddPasskey />
    </Card>
  );
}

type ListedProps = {
  icon: LucideIcon;
  name: string;
  badge?: ReactNode;
  action: ReactNode;
  /** What is known of it. */
  children: ReactNode;
};

/** A session or a passkey in its list. */
function Listed({ icon: Icon, name, badge, action, children }: ListedProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 py-3">
      <div className="flex min-w-0 gap-3">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
            {name}
            {badge}
          </p>
          <div className="text-sm text-muted-foreground">{children}</div>
        </div>
      </div>
      {action}
    </li>
  );
}
