import { openLink } from "@/lib/domain/accounts/queries";
import { message } from "./message";
import { OriginFacts, originOf } from "./origin";
import { ActionButton, Muted, Paragraph } from "./parts";
import type { MailTexts } from "./translator";

/** A part of a kind's texts. */
type Say = (texts: MailTexts, part: "text" | "action" | "notYou", values?: Record<string, string>) => string;

/**
 * A message with a link that is used once. Its cause is the link, and it is not sent once that no longer works. The
 * token goes to our own page, which acts on a button only.
 */
export function linkMessage(say: Say) {
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
          <Paragraph>{say(texts, "text", { username, appName })}</Paragraph>
          <ActionButton path={path}>{say(texts, "action")}</ActionButton>
          <Muted>{t("common.linkUntil", { at: dayAndTime(until) })}</Muted>
          <OriginFacts texts={texts} origin={origin} />
          <Paragraph>{say(texts, "notYou")}</Paragraph>
        </>
      );
    },
  });
}
