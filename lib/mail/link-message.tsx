import { openLink } from "@/lib/domain/accounts/queries";
import { message } from "./message";
import { OriginFacts, originOf } from "./origin";
import { ActionButton, Muted, Paragraph, Title } from "./parts";

/** The kinds whose point is a link that is used once. */
type LinkKind = "confirm_email" | "confirm_new_email" | "email_changed" | "reset_password";

/**
 * A message with a link that is used once. Its cause is the link, and it is not sent once that no longer works. The
 * token goes to our own page, which acts on a button only.
 */
export function linkMessage(kind: LinkKind) {
  return message({
    load: async (db, mail) => {
      const link = await openLink(db, mail.cause);
      if (!link || mail.secret === null) return null;
      const path = `/link?token=${mail.secret}`;
      return { username: link.username, until: link.expiresAt, path, origin: originOf(mail) };
    },
    subject: ({ t }) => t(`${kind}.subject`),
    preview: ({ t }) => t(`${kind}.preview`),
    body: (texts, { username, until, path, origin }) => {
      const { t, appName, dayAndTime } = texts;
      return (
        <>
          <Title>{t(`${kind}.title`)}</Title>
          <Paragraph>{t(`${kind}.text`, { username, appName })}</Paragraph>
          <ActionButton path={path}>{t(`${kind}.action`)}</ActionButton>
          <Muted>{t("common.linkUntil", { at: dayAndTime(until) })}</Muted>
          <OriginFacts texts={texts} origin={origin} />
          <Paragraph>{t(`${kind}.notYou`)}</Paragraph>
        </>
      );
    },
  });
}
