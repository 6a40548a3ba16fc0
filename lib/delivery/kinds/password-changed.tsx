import { message } from "../message";
import { OriginFacts, originOf } from "../origin";
import { ActionButton, Paragraph } from "../parts";

/** Informs the owner that the password was replaced, and until when payouts are held if it was reset by mail. */
export const passwordChanged = message({
  load: async (_db, mail) => ({ username: mail.recipient.username, origin: originOf(mail) }),
  body: (texts, { username, origin }) => {
    const { t, appName } = texts;
    return (
      <>
        <Paragraph>{t("password_changed.text", { username, appName })}</Paragraph>
        <OriginFacts texts={texts} origin={origin} />
        <Paragraph>{t("password_changed.notYou")}</Paragraph>
        <ActionButton path="/forgot-password">{t("password_changed.action")}</ActionButton>
      </>
    );
  },
});
