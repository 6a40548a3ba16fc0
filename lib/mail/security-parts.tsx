import type { MailData } from "@/lib/domain/mail/types";
import { ActionButton, Facts, Paragraph, PathLink } from "./parts";
import type { MailTexts } from "./translator";

/** When and from where something was done. */
type Origin = { at: Date; device: string | null; network: string | null };

/** The origin in what a message carries. */
export function originOf(data: MailData | null, at: Date): Origin {
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return { at, device: text(data?.device), network: text(data?.network) };
}

type Props = { texts: MailTexts };

/** When it was, with which device, and from which network. */
export function Where({ texts: { t, dayAndTime }, origin }: Props & { origin: Origin }) {
  return (
    <Facts
      rows={[
        [t("security.when"), dayAndTime(origin.at)],
        [t("security.device"), origin.device ?? t("security.unknown")],
        [t("security.network"), origin.network ?? t("security.unknown")],
      ]}
    />
  );
}

/** What its reader does if it was them, and if it was not. */
export function WhatToDo({ texts: { t } }: Props) {
  return (
    <>
      <Paragraph>{t("security.own")}</Paragraph>
      <Paragraph>
        {t.rich("security.notYou", { reset: (text) => <PathLink path="/forgot-password">{text}</PathLink> })}
      </Paragraph>
      <ActionButton path="/settings/security">{t("security.action")}</ActionButton>
    </>
  );
}
