import { openLink } from "@/lib/domain/accounts/queries";
import { message } from "./message";
import { OriginFacts, originOf } from "./origin";
import { ActionButton, Muted, Paragraph } from "./parts";

type LinkKind =
  | "confirm_email"
  | "confirm_new_email"
  | "email_changed"
  | "email_restored"
  | "reset_password"
  | "cancel_plan";

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
    body: (texts, { username, until, path, origin }) => {
      const { t, appName, dayAndTime } = texts;
      return (
        <>
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
