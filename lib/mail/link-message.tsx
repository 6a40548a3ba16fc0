import { openLink } from "@/lib/domain/accounts/queries";
import { message } from "./message";
import { OriginFacts, originOf } from "./origin";
import { ActionButton, Muted, Paragraph, Title } from "./parts";
import type { MailTexts } from "./translator";

type Part = "subject" | "preview" | "title" | "text" | "action" | "notYou";

/** A part of a kind's texts. */
type Say = (texts: MailTexts, part: Part, values?: Record<string, string>) => string;

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
    subject: (texts) => say(texts, "subject"),
    preview: (texts) => say(texts, "preview"),
    body: (texts, { username, until, path, origin }) => {
      const { t, appName, dayAndTime } = texts;
      return (
        <>
          <Title>{say(texts, "title")}</Title>
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
